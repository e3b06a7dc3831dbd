import { z } from 'zod';
import { optional } from '../../../platform/limits.ts';
import { type Checked, checkFormats } from '../registering/fields.ts';
import type { LocationFields, TypedFields } from '../registering/schema.ts';
import { locationText } from '../schema.ts';
import type { RecordFields } from './schema.ts';
import { type SentTeamFields, TEAM_FIELDS, TEAM_TEXT, type TeamField } from './team-fields.ts';

const LARGEST_INTEGER = 2_147_483_647;
const legacyId = 'Write the legacy id as a whole number from 1.';
const day = z.iso.date('Enter a date such as 12/11/2026.').regex(/^[1-9]/, 'Enter a year of four digits.');

/** What may stand in each field. Empty text, and null, stand for nothing. */
export const teamForm = z.object({
  ...(Object.fromEntries(TEAM_TEXT.map((field) => [field, optional(locationText[field])])) as unknown as Record<
    (typeof TEAM_TEXT)[number],
    ReturnType<typeof optional>
  >),
  datevisited: optional(day),
  datefirstcontacted: optional(day),
  datefinalcontact: optional(day),
  exporttowebsite: z.boolean().nullable(),
  visited: z.boolean().nullable(),
  featured: z.boolean(),
  locationidentifier: z
    .number(legacyId)
    .int(legacyId)
    .min(1, legacyId)
    .max(LARGEST_INTEGER, 'Write a legacy id of at most 2,147,483,647.')
    .nullable(),
});

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
