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
  {
    name: 'production-sendings',
    description:
      'Boards of locations that were sent to your email address; as a member of the team, those that you have sent',
    covers: ['production_sendings.user_id', 'production_sendings.recipient'],
    read: (db, { id, email }) =>
      readRows(
        db,
        sql`
          select s.title as board, s.recipient, s.sent_at, s.look_book, (
            select jsonb_agg(title order by position) from production_sending_locations where sending_id = s.id) as locations
          from production_sendings s where s.user_id = ${id} or lower(s.recipient) = lower(${email}) order by s.sent_at, s.id`,
      ),
  },
];
