import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const AVAILABILITY_DATA: readonly PersonalDataSection[] = [
  {
    name: 'unavailable-dates',
    description: 'The dates on which your locations cannot be filmed at, with notes',
    covers: [],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select e.location_id, e.kind, e.first_day, e.last_day, e.repeats, e.repeats_until, e.note, e.created_at
          from availability_entries e join locations l on l.id = e.location_id
          where l.owner_id = ${id} order by e.location_id, e.first_day, e.id`,
      ),
  },
];
