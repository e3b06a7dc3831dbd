import type { LocationRecord } from '../../record/schema.ts';
import { mergeFields } from '../../fields/merge-fields.ts';
import { RECORD_FIELDS, type RecordField, type RecordFields } from '../../fields/lookup.ts';
import { isSame } from '../../fields/values.ts';

/** What is typed into the form of a record, over what was saved of it. */
export interface RecordFormState {
  /** The one that the fields were merged with last. */
  readonly version: number;
  /** What the fields were typed on: what is saved, but for those in conflict. */
  readonly base: RecordFields;
  readonly fields: RecordFields;
  readonly saved: RecordFields;
  /** Fields that somebody else has saved to something else since they were typed. */
  readonly conflicts: readonly RecordField[];
}

/** A form in which nothing is typed yet. */
export function createFormState(record: LocationRecord): RecordFormState {
  const saved = toFields(record);
  return { version: record.version, base: saved, fields: saved, saved, conflicts: [] };
}

function toFields(record: LocationRecord): RecordFields {
  return Object.fromEntries(RECORD_FIELDS.map((field) => [field, record[field]])) as unknown as RecordFields;
}

/** Brings together what is typed and what somebody has saved meanwhile; what both have changed stays as typed until it is decided. */
export function mergeRecord(typed: RecordFormState, record: LocationRecord): RecordFormState {
  const saved = toFields(record);
  const { mine, base, conflicts } = mergeFields(typed.base, typed.fields, saved);
  return { version: record.version, base, fields: mine, saved, conflicts };
}

/** The fields that are not as they were saved. */
export function getUnsavedFields({ fields, saved }: RecordFormState): RecordField[] {
  return RECORD_FIELDS.filter((field) => !isSame(fields[field], saved[field]));
}

/** Ends the conflicts: of these fields the saved value is taken, the others stay as typed. */
export function applyDecision(typed: RecordFormState, theirs: ReadonlySet<RecordField>): RecordFormState {
  const taken = Object.fromEntries([...theirs].map((field) => [field, typed.saved[field]]));
  return { ...typed, base: typed.saved, fields: { ...typed.fields, ...taken }, conflicts: [] };
}

/** Once these values were saved: what comes back of them is no news. */
export function markSent(typed: RecordFormState, sent: Partial<RecordFields>): RecordFormState {
  return { ...typed, base: { ...typed.base, ...sent } };
}
