import { useId } from 'react';
import { WordDiff } from '../../../ui/word-diff/WordDiff.tsx';
import { type MergeChoice, type MergeRow, type Side, isTextPart } from './merge-rows.ts';
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
  getChoice: (row: MergeRow) => MergeChoice;
  onChoose: (row: MergeRow, choice: MergeChoice) => void;
}) {
  const { rows, names, getChoice, onChoose } = props;
  const different = rows.filter(({ isDifferent }) => isDifferent);
  const same = rows.filter(({ isDifferent }) => !isDifferent);
  return (
    <>
      <section className="review__section" aria-labelledby="merge-different">
        <h2 id="merge-different">Fields that differ</h2>
        {different.length === 0 && <p className="muted">All fields are the same.</p>}
        {different.map((row) => (
          <Choice
            key={row.part}
            row={row}
            names={names}
            chosen={getChoice(row)}
            onChoose={(choice) => onChoose(row, choice)}
          />
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

/** The two values of a field, and those of both if it can have several. */
function Choice(props: {
  row: MergeRow;
  names: Readonly<Record<Side, string>>;
  chosen: MergeChoice;
  onChoose: (choice: MergeChoice) => void;
}) {
  const { row, names, chosen, onChoose } = props;
  const group = useId();
  return (
    <fieldset className="merge__row">
      <legend>{row.label}</legend>
      {(row.united === undefined ? SIDES : [...SIDES, 'both' as const]).map((choice) => (
        <label
          key={choice}
          className={choice === chosen ? 'merge__value choice merge__value--chosen' : 'merge__value choice'}
        >
          <input type="radio" name={group} checked={choice === chosen} onChange={() => onChoose(choice)} />
          <span>
            {choice === 'both' ? (
              `Both: ${row.united}`
            ) : (
              <>
                <span className="visually-hidden">{`${names[choice]}: `}</span>
                <Value row={row} side={choice} />
              </>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Value({ row: { part, texts }, side }: { row: MergeRow; side: Side }) {
  if (texts[side] === '') return <span className="muted">Nothing</span>;
  if (!isTextPart(part) || texts.a === '' || texts.b === '') return texts[side];
  return <WordDiff before={texts.a} after={texts.b} side={side === 'a' ? 'before' : 'after'} isNeutral />;
}
