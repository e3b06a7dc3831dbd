import { type RecordField, RECORD_FIELDS } from '../fields/lookup.ts';
import { isSame } from '../fields/values.ts';
import type { RevisionContent } from './schema.ts';

type Fields = RevisionContent['fields'];

/** The fields whose values differ, of those that both versions know. */
export function listChangedFields(before: Fields, after: Fields): RecordField[] {
  return RECORD_FIELDS.filter(
    (field) => before[field] !== undefined && after[field] !== undefined && !isSame(before[field], after[field]),
  );
}
