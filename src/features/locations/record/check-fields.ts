import {
  FIELDS,
  type LocationFields,
  type RecordField,
  type RecordFields,
  TEAM_FIELDS,
  type TeamField,
} from '../fields/lookup.ts';
import { toForm } from '../fields/validation.ts';
import type { CheckResult } from '../submission/check-fields.ts';
import type { SentFields } from '../submission/schema.ts';
import { ENTER_BOTH_COORDINATES } from '../messages.ts';

/** What the Locations Team may write into each field: any may be empty. */
export const recordForm = toForm(FIELDS, true);

/** Which of the fields were sent that the Locations Team alone fills in. */
export function getTeamFields(sent: SentFields): TeamField[] {
  return TEAM_FIELDS.filter((field) => sent[field] !== undefined);
}

/** Checks what the Locations Team saves: how each field is written. */
export function checkRecord(stored: LocationFields, sent: SentFields): CheckResult<Partial<RecordFields>> {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const [field, schema] of Object.entries(recordForm.shape)) {
    const value = sent[field as RecordField];
    if (value === undefined) continue;
    const result = schema.safeParse(value);
    if (result.success) values[field] = result.data;
    else problems[field] = result.error.issues[0]!.message;
  }
  const { latitude, longitude } = { ...stored, ...values };
  if ((latitude === null) !== (longitude === null)) problems['latitude'] = ENTER_BOTH_COORDINATES;
  return { values, problems };
}
