import { FIELDS, type RecordField, getLabel } from './lookup.ts';

/**
 * The mandatory fields, which the list of locations can be filtered by where they are empty: those of the database function
 * `get_empty_fields`. The longitude is empty with the latitude, and the precision of the position never is.
 */
export const EMPTY_FIELDS = FIELDS.filter(
  ({ requiredMessage, kind }) => requiredMessage !== undefined && kind !== 'longitude' && kind !== 'precision',
).map(({ name }) => name);

/** The label of a field that is empty. */
export function getEmptyFieldLabel(name: RecordField): string {
  return name === 'latitude' ? 'Position' : getLabel(name);
}
