import { z } from 'zod';
import { AUDIT_TYPES, type AuditType } from './schema.ts';
import { byNameOrNumber, person, subjects } from '../subjects/schema.ts';

/** The columns that the list can be sorted by. */
export const TRAIL_COLUMNS = ['id', 'user', 'type', 'created_at'] as const;
export const AUDIT_TYPE_NAMES = Object.keys(AUDIT_TYPES) as AuditType[];

const LABELS: ReadonlyMap<number, string> = new Map(
  Object.values(AUDIT_TYPES).map(({ number, label }) => [number, label]),
);

/** What people read of a kind of act, by its number. */
export function labelOf(type: number): string {
  return LABELS.get(type) ?? 'Unknown';
}

/** A kind of act, by its name or by the number that entries have. */
export const auditType = byNameOrNumber(AUDIT_TYPE_NAMES.map((name) => ({ name, number: AUDIT_TYPES[name].number })));

export const trailEntry = subjects.extend({
  id: z.number(),
  type: z.number(),
  created_at: z.string(),
  /** Null when the act came from the command line. */
  user_id: z.uuid().nullable(),
  user: person.nullable(),
  /** Whose account it was about, or who holds the location since. */
  concerned: person.nullable(),
  /** What else there is to say, such as the fields that were changed; empty where there is nothing. */
  note: z.string(),
});
export type TrailEntry = z.output<typeof trailEntry>;
