import { useState } from 'react';
import { FieldError } from '../../../../../ui/Field.tsx';
import { MAX_DEGREES, type Position } from '../../../../geography/schema.ts';
import type { TypedFields } from '../../schema.ts';
import { getFieldId } from '../FieldControl.tsx';
import { parseCoordinates } from './coordinates.ts';
import './position.css';
import { enterDegrees } from '../../../messages.ts';

const LABELS: Readonly<Record<keyof Position, string>> = { latitude: 'Latitude', longitude: 'Longitude' };
type Axis = keyof Position;

/** Id of the message that the position is missing. */
export const MISSING_ID = 'area-missing';

/**
 * Inputs for latitude and longitude.
 * @param props.isSubmitted whether a save has found errors, so that unparsable input has a message before the first blur
 * @param props.onChange called with one coordinate, or both if both were pasted into one input; with null and a reason for unparsable input
 */
export function Coordinates(props: {
  latitude: number | null;
  longitude: number | null;
  isMissing: boolean;
  isSubmitted?: boolean;
  onChange: (changed: Pick<TypedFields, Axis>, reason?: string) => void;
}) {
  const { isMissing, isSubmitted = isMissing, onChange } = props;
  return (
    <div className="two coordinates">
      {(Object.keys(LABELS) as Axis[]).map((axis) => (
        <Coordinate
          key={axis}
          axis={axis}
          value={props[axis]}
          isMissing={isMissing}
          isSubmitted={isSubmitted}
          onChange={onChange}
        />
      ))}
    </div>
  );
}

function Coordinate(props: {
  axis: Axis;
  value: number | null;
  isMissing: boolean;
  isSubmitted: boolean;
  onChange: (changed: Pick<TypedFields, Axis>, reason?: string) => void;
}) {
  const { axis, value, isMissing, isSubmitted, onChange } = props;
  const id = getFieldId(axis);
  const message = enterDegrees(axis);
  /** The text of the input until blur. Unparsable text stays until the coordinate has a value. */
  const [typed, setTyped] = useState<string>();
  const [isBlurred, setBlurred] = useState(false);
  const parsed = typed === undefined ? undefined : toFields(axis, typed);
  const isCurrent = typed !== undefined && (parsed?.[axis] ?? null) === value;
  const isInvalid = isCurrent && parsed === undefined && (isBlurred || isSubmitted);
  const change = (text: string) => {
    setTyped(text);
    setBlurred(false);
    const fields = toFields(axis, text);
    if (fields) onChange(fields);
    // The previous position would not match the text.
    else onChange({ [axis]: null }, message);
  };
  const blur = () => {
    if (!isCurrent || parsed) setTyped(undefined);
    setBlurred(true);
  };
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>{LABELS[axis]}</label>
      </div>
      <input
        id={id}
        className="input"
        // Numeric keyboards of some phones have no minus.
        type="text"
        autoComplete="off"
        value={isCurrent ? typed : (value ?? '')}
        aria-invalid={isInvalid || (isMissing && value === null)}
        aria-describedby={isInvalid ? `${id}-error` : isMissing ? MISSING_ID : undefined}
        onChange={(event) => change(event.target.value)}
        onBlur={blur}
      />
      {isInvalid && <FieldError id={`${id}-error`} message={message} />}
    </div>
  );
}

/** Parses a text; undefined if it has no coordinates or these are out of range. */
function toFields(axis: Axis, text: string): Pick<TypedFields, Axis> | undefined {
  if (text.trim() === '') return { [axis]: null };
  const [first, second] = parseCoordinates(text) ?? [];
  if (first === undefined) return undefined;
  const fields = second === undefined ? { [axis]: first } : { latitude: first, longitude: second };
  const isWithin = (Object.entries(fields) as [Axis, number][]).every(
    ([name, at]) => Math.abs(at) <= MAX_DEGREES[name],
  );
  return isWithin ? fields : undefined;
}
