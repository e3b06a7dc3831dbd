import { useState } from 'react';
import { FieldError } from '../../../../ui/Field.tsx';
import type { TypedFields } from '../../working-copy/schema.ts';
import { fieldId } from '../FieldControl.tsx';
import { parseCoordinates } from './coordinates.ts';
import './position.css';
import { enterDegrees } from '../../messages.ts';

const AXES = {
  latitude: { label: 'Latitude', max: 90, example: '57.27389' },
  longitude: { label: 'Longitude', max: 180, example: '-5.51605' },
} as const;
type Axis = keyof typeof AXES;

/** What says that there is no point yet. */
export const MISSING_ID = 'area-missing';

/**
 * The point as numbers, for whoever has them from elsewhere or works without the map.
 * @param props.isTried whether a save has found something wrong: what cannot be read says so, though its field was not left
 * @param props.onTyped one of them, or both where both were put into one field; of one that cannot be read nothing, with the reason
 */
export function Coordinates(props: {
  latitude: number | null;
  longitude: number | null;
  isMissing: boolean;
  isTried?: boolean;
  onTyped: (typed: Pick<TypedFields, Axis>, misread?: string) => void;
}) {
  const { isMissing, isTried = isMissing, onTyped } = props;
  return (
    <div className="two coordinates">
      {(Object.keys(AXES) as Axis[]).map((axis) => (
        <Coordinate key={axis} axis={axis} value={props[axis]} {...{ isMissing, isTried, onTyped }} />
      ))}
    </div>
  );
}

function Coordinate(props: {
  axis: Axis;
  value: number | null;
  isMissing: boolean;
  isTried: boolean;
  onTyped: (typed: Pick<TypedFields, Axis>, misread?: string) => void;
}) {
  const { axis, value, isMissing, isTried, onTyped } = props;
  const id = fieldId(axis);
  const { label, max, example } = AXES[axis];
  const misread = enterDegrees(max, example);
  /** As it was typed, until the field is left; what makes no sense stays until there is a value. */
  const [typed, setTyped] = useState<string>();
  const [isLeft, setIsLeft] = useState(false);
  const meant = typed === undefined ? undefined : toFields(axis, typed);
  const stands = typed !== undefined && (meant?.[axis] ?? null) === value;
  const isWrong = stands && meant === undefined && (isLeft || isTried);
  const take = (text: string) => {
    setTyped(text);
    setIsLeft(false);
    const fields = toFields(axis, text);
    if (fields) onTyped(fields);
    // The point that was there before is not what stands in the field.
    else onTyped({ [axis]: null }, misread);
  };
  const leave = () => {
    if (!stands || meant) setTyped(undefined);
    setIsLeft(true);
  };
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>{label}</label>
      </div>
      <input
        id={id}
        className="input"
        // A keyboard for numbers alone has no minus on some telephones.
        type="text"
        autoComplete="off"
        value={stands ? typed : (value ?? '')}
        aria-invalid={isWrong || (isMissing && value === null)}
        aria-describedby={isWrong ? `${id}-error` : isMissing ? MISSING_ID : undefined}
        onChange={(event) => take(event.target.value)}
        onBlur={leave}
      />
      {isWrong && <FieldError id={`${id}-error`} message={misread} />}
    </div>
  );
}

/** What a text means for the fields; undefined where it makes no sense. */
function toFields(axis: Axis, text: string): Pick<TypedFields, Axis> | undefined {
  if (text.trim() === '') return { [axis]: null };
  const [first, second] = parseCoordinates(text) ?? [];
  if (first === undefined) return undefined;
  const fields = second === undefined ? { [axis]: first } : { latitude: first, longitude: second };
  const isWithin = (Object.entries(fields) as [Axis, number][]).every(([name, at]) => Math.abs(at) <= AXES[name].max);
  return isWithin ? fields : undefined;
}
