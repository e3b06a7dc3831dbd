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

/** The actions of the person, and those on their account. The names of other actors are personal data of those, and left out. */
export const AUDIT_DATA: PersonalDataSection = {
  name: 'audit-log',
  description: 'Your actions, and those of the Locations Team on your account',
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
