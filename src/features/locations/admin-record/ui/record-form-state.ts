import type { LocationRecord } from '../schema.ts';
import { mergeFields } from '../../catalogue/fields/merge-fields.ts';
import { RECORD_FIELDS, type RecordField, type RecordFields } from '../../catalogue/fields/lookup.ts';
import { isSame } from '../../catalogue/fields/values.ts';

/** The unsaved input of the form of a record, with the saved values it is based on. */
export interface RecordFormState {
  /** The version of the record that was merged last. */
  readonly version: number;
  /** The values that the input is based on: the saved ones, except for fields in conflict. */
  readonly base: RecordFields;
  readonly fields: RecordFields;
  readonly saved: RecordFields;
  /** Fields that somebody else has saved with another value since. */
  readonly conflicts: readonly RecordField[];
}

/** Returns the state of a form without input. */
export function createFormState(record: LocationRecord): RecordFormState {
  const saved = toFields(record);
  return { version: record.version, base: saved, fields: saved, saved, conflicts: [] };
}

function toFields(record: LocationRecord): RecordFields {
  return Object.fromEntries(RECORD_FIELDS.map((field) => [field, record[field]])) as unknown as RecordFields;
}

/** Merges the input with the values that somebody else has saved since. In fields that both have changed, the input stays until the conflict is resolved. */
export function mergeRecord(typed: RecordFormState, record: LocationRecord): RecordFormState {
  const saved = toFields(record);
  const { mine, base, conflicts } = mergeFields(typed.base, typed.fields, saved);
  return { version: record.version, base, fields: mine, saved, conflicts };
}

/** Returns the fields with unsaved changes. */
export function getUnsavedFields({ fields, saved }: RecordFormState): RecordField[] {
  return RECORD_FIELDS.filter((field) => !isSame(fields[field], saved[field]));
}

/** Resolves the conflicts: these fields get the saved value, the others keep the input. */
export function resolveConflicts(typed: RecordFormState, theirs: ReadonlySet<RecordField>): RecordFormState {
  const taken = Object.fromEntries([...theirs].map((field) => [field, typed.saved[field]]));
  return { ...typed, base: typed.saved, fields: { ...typed.fields, ...taken }, conflicts: [] };
}

/** Marks values as saved by this form, so that they do not conflict when the record is refetched. */
export function markSent(typed: RecordFormState, sent: Partial<RecordFields>): RecordFormState {
  return { ...typed, base: { ...typed.base, ...sent } };
}
