import { PRECISION_LABELS } from '../../registering/schema.ts';
import type { MapPrecision } from '../../schema.ts';

/** The value of a field of a location as it is read. */
export function inWords(field: string, value: unknown): string {
  if (field === 'map_precision') return PRECISION_LABELS[value as MapPrecision];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text !== '' ? text : 'Nothing';
}
