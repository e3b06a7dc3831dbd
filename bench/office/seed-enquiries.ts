import { sql } from 'kysely';
import type { Trx } from '../../src/platform/db/transaction.ts';
import type { Rows, Words } from './rows.ts';

/** Adds enquiries of ten years, most of them closed, with up to three locations and a few messages each. Triggers must be off. */
export async function addEnquiries(trx: Trx, { names }: Words, rows: Rows): Promise<void> {
  await sql`
    insert into enquiries (reference, state, assignee_id, name, email, comment, production, production_kind, crew_size, due_on, closed_at,
      created_at, last_message_at)
    select 'ENQ-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 5, '0'), state,
      case when state <> 'NEW' then team.ids[1 + floor(random() * array_length(team.ids, 1))::int] end,
      'Robin ' || pg_temp.pick(${names}::text[]), 'sender' || n || '@bench.example', repeat('We are looking for a place. ', 20),
      case when random() < 0.7 then pg_temp.pick(${names}::text[]) || ' ' || pg_temp.pick('{Nights,Road,Girl,Story}') end,
      case when random() < 0.7 then pg_temp.pick('{FEATURE_FILM,COMMERCIAL,PHOTOGRAPHY,TELEVISION_DRAMA}') end,
      case when random() < 0.5 then 5 + n % 120 end, (at + interval '14 days')::date,
      case when state in ('CLOSED', 'SPAM') then at + interval '30 days' end, at, at + random() * interval '20 days'
    from (
      select n, now() - random() * interval '3650 days' as at, case when random() < 0.95 then 'CLOSED'
        else (array['NEW', 'IN_PROGRESS', 'WAITING', 'ANSWERED', 'SPAM'])[1 + n % 5] end as state
      from generate_series(1, ${sql.lit(rows.enquiries)}) n) e,
      (select array_agg(id) as ids from users where role = 'ADMIN') team`.execute(trx);
  await sql`
    create temporary table numbered_enquiries on commit drop as
      select id, created_at, name, email, row_number() over (order by reference) as n from enquiries`.execute(trx);
  await sql`create index on numbered_enquiries (n)`.execute(trx);
  await sql`
    insert into enquiry_locations (enquiry_id, position, location_id, title)
    select e.id, k, l.id, l.title from numbered_enquiries e cross join lateral generate_series(0, (e.n % 3)::int) k
      join numbered on numbered.n = 1 + (e.n * 31 + k * 7919) % ${sql.lit(rows.locations)} join locations l on l.id = numbered.id`.execute(
    trx,
  );
  await sql`
    update enquiries e set location_id = first.location_id, location_title = first.title
    from enquiry_locations first where first.enquiry_id = e.id and first.position = 0`.execute(trx);
  await sql`
    insert into enquiry_participants (enquiry_id, kind, name, email, created_at)
    select id, 'SENDER', name, email, created_at from numbered_enquiries`.execute(trx);
  await sql`
    insert into enquiry_messages (enquiry_id, participant_id, written_by, text, created_at)
    select e.id, p.id, case when k % 2 = 0 then 'PARTICIPANT' else 'TEAM' end, repeat('Thank you for your message. ', 15),
      e.created_at + k * interval '1 hour'
    from (select k, 1 + floor(power(random(), 2) * ${sql.lit(rows.enquiries)})::int as place
        from generate_series(1, ${sql.lit(rows.enquiry_messages)}) k) m
      join numbered_enquiries e on e.n = m.place join enquiry_participants p on p.enquiry_id = e.id`.execute(trx);
  await sql`select update_enquiry_search_text(id) from enquiries`.execute(trx);
}
