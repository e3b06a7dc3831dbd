import { EMPTY } from './field-kinds.ts';
import type { MapPrecision } from '../../../geography/schema.ts';
import { PRECISION_LABELS } from './map-precision.ts';
import { type RecordField, type ValuesOf, getField } from './lookup.ts';

/** Returns empty values for fields. */
export function getEmptyFields<Name extends RecordField>(names: readonly Name[]): ValuesOf<Name> {
  return Object.fromEntries(names.map((name) => [name, EMPTY[getField(name).kind]])) as unknown as ValuesOf<Name>;
}

/** Returns the values of fields from their columns and the names of the chosen options. */
export function fromColumns<Name extends RecordField>(
  names: readonly Name[],
  columns: Readonly<Partial<Record<Name, unknown>>>,
  options: Readonly<Partial<Record<RecordField, readonly string[]>>> = {},
): ValuesOf<Name> {
  const empty = getEmptyFields(names);
  const values = names.map((name) => {
    const chosen = options[name] ?? [];
    if (getField(name).kind === 'options') return [name, chosen];
    return [name, columns[name] ?? chosen[0] ?? empty[name]];
  });
  return Object.fromEntries(values) as ValuesOf<Name>;
}

/** Whether two values of a field are equal. The order of options does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((name) => other.includes(name));
}

/** Whether an input equals the stored value, which is trimmed. */
export function isUnchanged(typed: unknown, stored: unknown): boolean {
  return isSame(typeof typed === 'string' ? typed.trim() : typed, stored);
}

/** Formats the value of a field for people. */
export function formatValue(name: RecordField, value: unknown): string {
  if (getField(name).kind === 'precision') return PRECISION_LABELS[value as MapPrecision];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text !== '' ? text : 'Nothing';
}
