import { sql } from 'kysely';
import { readByCursor } from '../../platform/db/cursor.ts';
import type { PersonalDataSection } from '../../platform/feature/personal-data-section.ts';
import { getAuditTypeLabel } from './entry-types.ts';

interface Entry {
  readonly type: number;
  readonly created_at: Date;
  readonly by_you: boolean;
  readonly location_id: string | null;
  readonly board_id: string | null;
}

/** What the person has done, and what was done to their account. Who else did it is data of that person. */
export const AUDIT_DATA: PersonalDataSection = {
  name: 'audit-log',
  description: 'What you have done, and what the Locations Team has done with your account',
  covers: ['audit_logs.user_id'],
  read: (db, { id }) =>
    readByCursor(
      db,
      () => sql<Entry>`
        select type, created_at, user_id is not distinct from ${id}::uuid as by_you, location_id, board_id from audit_logs
        where user_id = ${id} or details->>'userId' = ${id} order by id`,
      async (_snapshot, entries) =>
        entries.map(({ type, ...entry }) => ({ action: getAuditTypeLabel(type), ...entry })),
    ),
};
