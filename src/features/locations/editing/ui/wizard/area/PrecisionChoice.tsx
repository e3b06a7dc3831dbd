import { useId } from 'react';
import { FieldError } from '../../../../../../ui/Field.tsx';
import { getOwnerLabel } from '../../../../catalogue/fields/lookup.ts';
import { PRECISION_DESCRIPTIONS, PRECISION_LABELS } from '../../../../catalogue/fields/map-precision.ts';
import { MAP_PRECISIONS, type MapPrecision } from '../../../../../geography/schema.ts';

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
      <legend>{getOwnerLabel('map_precision')}</legend>
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
              <span className="muted small">{`Everyone sees ${PRECISION_DESCRIPTIONS[precision]}.`}</span>
            </span>
          </label>
        ))}
      </div>
      {problem !== undefined && <FieldError id={`${id}-error`} message={problem} />}
    </fieldset>
  );
}
