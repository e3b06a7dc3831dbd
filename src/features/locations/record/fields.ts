import { type Checked, checkFormats } from '../registering/fields.ts';
import type { LocationFields, TypedFields } from '../registering/schema.ts';
import { type RecordFields, type SentTeamFields, TEAM_FIELDS, type TeamField, teamForm } from './schema.ts';

/** Which of the fields were sent that the Locations Team alone fills in. */
export function teamFieldsIn(sent: SentTeamFields): TeamField[] {
  return TEAM_FIELDS.filter((field) => sent[field] !== undefined);
}

/** Checks what the Locations Team saves: how each field is written. Any may be empty. */
export function checkRecord(
  stored: LocationFields,
  sent: TypedFields & SentTeamFields,
): Checked<Partial<RecordFields>> {
  const { values, problems } = checkFormats(stored, sent);
  const checked: Record<string, unknown> = { ...values };
  const found: Record<string, string> = { ...problems };
  for (const field of teamFieldsIn(sent)) {
    const result = teamForm.shape[field].safeParse(sent[field]);
    if (result.success) checked[field] = result.data;
    else found[field] = result.error.issues[0]!.message;
  }
  return { values: checked, problems: found };
}
