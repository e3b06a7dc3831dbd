import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const NOTIFICATION_DATA: PersonalDataSection = {
  name: 'notifications',
  description: 'Notifications to the Locations Team about you',
  covers: ['notifications.user_id'],
  read: (db, { id }) =>
    readRows(
      db,
      sql`select type, created_at, board_id, location_id from notifications where user_id = ${id} order by id`,
    ),
};
