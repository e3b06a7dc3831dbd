import { type RecordField, RECORD_FIELDS } from '../catalogue/fields/lookup.ts';
import { isSame } from '../catalogue/fields/values.ts';
import type { RevisionContent } from './schema.ts';

type Fields = RevisionContent['fields'];

/** Fields of a version, and which of their options are deleted. */
type FieldsWithOptions = Pick<RevisionContent, 'fields' | 'deleted_options'>;

/** The fields whose values differ, of those that both versions know. */
export function listChangedFields(before: Fields, after: Fields): RecordField[] {
  return RECORD_FIELDS.filter(
    (field) => before[field] !== undefined && after[field] !== undefined && !isSame(before[field], after[field]),
  );
}

/**
 * The fields of a version without deleted options. A field that had no others is left out: it keeps its value when the version is restored.
 */
export function withoutDeletedOptions({ fields, deleted_options }: FieldsWithOptions): Fields {
  const values: { [Field in RecordField]?: unknown } = { ...fields };
  for (const { field, name } of deleted_options) {
    const chosen = values[field];
    const left = Array.isArray(chosen) ? chosen.filter((other) => other !== name) : [];
    if (left.length > 0) values[field] = left;
    else delete values[field];
  }
  return values as Fields;
}
