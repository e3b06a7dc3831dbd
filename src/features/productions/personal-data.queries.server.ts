import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const PRODUCTION_DATA: readonly PersonalDataSection[] = [
  {
    name: 'productions',
    description:
      'As a member of the team: productions that are assigned to you, and notes and changes of productions that you have made',
    covers: ['productions.assignee_id', 'production_entries.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select p.reference, lower(e.kind) as kind, e.text, e.created_at
          from production_entries e join productions p on p.id = e.production_id where e.user_id = ${id}
          union all select reference, 'assigned', null, created_at from productions where assignee_id = ${id}
          order by created_at`,
      ),
  },
];
