import { sql } from 'kysely';
import { type PersonalDataSection, readRows } from '../../platform/feature/personal-data-section.ts';

export const CALL_OUT_DATA: readonly PersonalDataSection[] = [
  {
    name: 'call-outs',
    description: 'Call-outs for locations that we have emailed to you, and what you have answered',
    covers: ['call_out_recipients.user_id'],
    read: (db, { id }) =>
      readRows(
        db,
        sql`
          select c.brief, r.sent_at, coalesce(l.title, a.title, a.deleted_title) as location, a.place, lower(a.answer) as answer, a.days, a.note,
            a.answered_at, (select array_agg(f.name order by f.created_at, f.id) from call_out_photographs f where f.answer_id = a.id)
              as photographs
          from call_out_recipients r join call_outs c on c.id = r.call_out_id
            left join call_out_answers a on a.recipient_id = r.id left join locations l on l.id = a.location_id
          where r.user_id = ${id} order by r.sent_at, r.id, a.id`,
      ),
  },
  {
    name: 'call-out-emails',
    description: 'Since when you want emails about call-outs',
    covers: ['call_out_consents.user_id'],
    read: (db, { id }) => readRows(db, sql`select given_at from call_out_consents where user_id = ${id}`),
  },
];
