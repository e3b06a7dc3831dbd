import { useId } from 'react';
import { FieldError } from '../../../../../ui/Field.tsx';
import { PRECISION_LABELS } from '../../../fields/values.ts';
import { MAP_PRECISIONS, type MapPrecision } from '../../../../geography/schema.ts';

const DESCRIPTIONS: Readonly<Record<MapPrecision, string>> = {
  exact: 'Everyone sees the point itself.',
  near: 'Everyone sees a circle of about 1.4 km across; the place is somewhere in it.',
  area: 'Everyone sees a circle of about 7 km across; the place is somewhere in it.',
};

/** The precision of the public position. The map above shows the result. */
export function PrecisionChoice(props: {
  chosen: MapPrecision;
  problem: string | undefined;
  onChoose: (precision: MapPrecision) => void;
}) {
  const { chosen, problem, onChoose } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={problem === undefined ? undefined : `${id}-error`}>
      <legend>How exactly may the public see the position?</legend>
      <div className="choices">
        {MAP_PRECISIONS.map((precision) => (
          <label key={precision} className="choice">
            <input
              id={`${id}${precision}`}
              type="radio"
              name={id}
              checked={chosen === precision}
              onChange={() => onChoose(precision)}
            />
            <span className="area__choice">
              {PRECISION_LABELS[precision]}
              <span className="muted small">{DESCRIPTIONS[precision]}</span>
            </span>
          </label>
        ))}
      </div>
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
    </fieldset>
  );
}
