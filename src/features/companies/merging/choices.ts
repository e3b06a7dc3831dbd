import type { Values } from '../kinds.ts';

/** The fields that the one that stays takes from the other by default: those that it lacks. */
export function listDefaultFields(fields: readonly string[], kept: Values, merged: Values): string[] {
  return fields.filter((field) => !kept[field] && merged[field]);
}
