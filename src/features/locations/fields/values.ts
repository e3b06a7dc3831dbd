import { EMPTY } from '../field-definition.ts';
import type { MapPrecision } from '../../geography/schema.ts';
import { type RecordField, type ValuesOf, getField } from './lookup.ts';

/** Fields that nobody has filled in yet. */
export function emptyFields<Name extends RecordField>(names: readonly Name[]): ValuesOf<Name> {
  return Object.fromEntries(names.map((name) => [name, EMPTY[getField(name).kind]])) as unknown as ValuesOf<Name>;
}

/** Fields from their columns, and from the names of the options chosen of each option field. */
export function fromColumns<Name extends RecordField>(
  names: readonly Name[],
  columns: Readonly<Partial<Record<Name, unknown>>>,
  options: Readonly<Partial<Record<RecordField, readonly string[]>>> = {},
): ValuesOf<Name> {
  const empty = emptyFields(names);
  const values = names.map((name) => {
    const chosen = options[name] ?? [];
    if (getField(name).kind === 'options') return [name, chosen];
    return [name, columns[name] ?? chosen[0] ?? empty[name]];
  });
  return Object.fromEntries(values) as ValuesOf<Name>;
}

/** Whether two values of a field mean the same: the order of options does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((name) => other.includes(name));
}

/** Whether what was typed means what is stored, which has no blanks around it. */
export function isUnchanged(typed: unknown, stored: unknown): boolean {
  return isSame(typeof typed === 'string' ? typed.trim() : typed, stored);
}

export const PRECISION_LABELS: Readonly<Record<MapPrecision, string>> = {
  exact: 'Exactly',
  near: 'Within about 1 km',
  area: 'Only the area',
};

/** The value of a field as people read it. */
export function inWords(name: RecordField, value: unknown): string {
  if (getField(name).kind === 'precision') return PRECISION_LABELS[value as MapPrecision];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text !== '' ? text : 'Nothing';
}
