import { useId } from 'react';
import { WordDiff } from '../../../ui/word-diff/WordDiff.tsx';
import { type MergeRow, type Side, isTextPart } from './merge-rows.ts';
import './duplicates.css';

const SIDES = ['a', 'b'] as const;

/**
 * The fields of two locations side by side, each with a choice of the value to keep.
 * @param props.names the two locations
 * @param props.onChoose null while nothing can be chosen
 */
export function MergeForm(props: {
  rows: readonly MergeRow[];
  names: Readonly<Record<Side, string>>;
  getSide: (row: MergeRow) => Side;
  onChoose: (row: MergeRow, side: Side) => void;
}) {
  const { rows, names, getSide, onChoose } = props;
  const different = rows.filter(({ isDifferent }) => isDifferent);
  const same = rows.filter(({ isDifferent }) => !isDifferent);
  return (
    <>
      <section className="review__section" aria-labelledby="merge-different">
        <h2 id="merge-different">Fields that differ</h2>
        {different.length === 0 && <p className="muted">All fields are the same.</p>}
        {different.map((row) => (
          <Choice key={row.part} row={row} names={names} side={getSide(row)} onChoose={(side) => onChoose(row, side)} />
        ))}
      </section>
      {same.length > 0 && (
        <section className="review__section" aria-labelledby="merge-same">
          <h2 id="merge-same">Fields that are the same</h2>
          {same.map(({ part, label, texts }) => (
            <div key={part} className="review__row">
              <h3>{label}</h3>
              <p className="merge__same">{texts.a}</p>
            </div>
          ))}
        </section>
      )}
    </>
  );
}

/** The two values of a field. */
function Choice(props: {
  row: MergeRow;
  names: Readonly<Record<Side, string>>;
  side: Side;
  onChoose: (side: Side) => void;
}) {
  const { row, names, side: chosen, onChoose } = props;
  const group = useId();
  return (
    <fieldset className="merge__row">
      <legend>{row.label}</legend>
      {SIDES.map((side) => (
        <label
          key={side}
          className={side === chosen ? 'merge__value choice merge__value--chosen' : 'merge__value choice'}
        >
          <input type="radio" name={group} checked={side === chosen} onChange={() => onChoose(side)} />
          <span>
            <span className="visually-hidden">{`${names[side]}: `}</span>
            <Value row={row} side={side} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Value({ row: { part, texts }, side }: { row: MergeRow; side: Side }) {
  if (texts[side] === '') return <span className="muted">Nothing</span>;
  if (!isTextPart(part)) return texts[side];
  return <WordDiff before={texts.a} after={texts.b} side={side === 'a' ? 'before' : 'after'} />;
}
