import { sql } from 'kysely';
import type { Trx } from '../../src/platform/db/transaction.ts';
import type { Rows, Words } from './rows.ts';

/** Adds productions of twenty years with their companies, people and enquiries; some have very long timelines. Triggers must be off. */
export async function addProductions(trx: Trx, { names }: Words, rows: Rows): Promise<void> {
  await sql`
    insert into companies (name, email)
    select pg_temp.pick(${names}::text[]) || ' Films ' || n, 'office' || n || '@bench.example'
    from generate_series(1, ${sql.lit(rows.companies)}) n`.execute(trx);
  await sql`
    insert into people (name, email, company_id)
    select 'Robin ' || pg_temp.pick(${names}::text[]), 'person' || n || '@bench.example',
      companies.ids[1 + n % array_length(companies.ids, 1)]
    from generate_series(1, ${sql.lit(rows.people)}) n, (select array_agg(id) as ids from companies) companies`.execute(
    trx,
  );
  await sql`
    insert into productions (reference, title, company_id, kind, stage, shoot_from, shoot_to, assignee_id, next_step, next_step_on,
      created_at, updated_at, ended_at)
    select 'PROD-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 6, '0'),
      pg_temp.pick(${names}::text[]) || ' ' || pg_temp.pick('{Nights,Road,Girl,Story}'),
      companies.ids[1 + n % array_length(companies.ids, 1)],
      pg_temp.pick('{FEATURE_FILM,COMMERCIAL,PHOTOGRAPHY,TELEVISION_DRAMA}'), stage, at::date + 60, at::date + 90,
      team.ids[1 + floor(random() * array_length(team.ids, 1))::int],
      case when n % 4 = 0 then 'Call the producer' end, case when n % 4 = 0 then at::date + 30 end, at, at + random() * interval '60 days',
      case when stage in ('COMPLETED', 'LOST') then at + interval '120 days' end
    from (
      select n, now() - random() * interval '7300 days' as at, case when random() < 0.9 then pg_temp.pick('{COMPLETED,LOST}')
        else pg_temp.pick('{ENQUIRY,DEVELOPMENT,PREPARATION,SHOOTING,POST_PRODUCTION}') end as stage
      from generate_series(1, ${sql.lit(rows.productions)}) n) p,
      (select array_agg(id) as ids from companies) companies,
      (select array_agg(id) as ids from users where role = 'ADMIN') team`.execute(trx);
  await sql`
    create temporary table numbered_productions on commit drop as
      select id, created_at, row_number() over (order by reference) as n from productions`.execute(trx);
  await sql`create index on numbered_productions (n)`.execute(trx);
  await sql`
    insert into production_enquiries (enquiry_id, production_id, added_at)
    select e.id, p.id, e.created_at from numbered_enquiries e join numbered_productions p on p.n = 1 + e.n % ${sql.lit(rows.productions)}`.execute(
    trx,
  );
  // To the fourth power, so that the first productions have thousands of entries.
  await sql`
    insert into production_entries (production_id, kind, text, details, created_at)
    select p.id, 'NOTE', repeat('The producer called. ', 10), '{"changes": []}', p.created_at + random() * interval '100 days'
    from (select 1 + floor(power(random(), 4) * ${sql.lit(rows.productions)})::int as place
        from generate_series(1, ${sql.lit(rows.production_entries)})) e
      join numbered_productions p on p.n = e.place`.execute(trx);
  await addShoots(trx, rows);
}

/** Adds locations of productions with days of filming, and figures of their impact. One in five productions may be named. */
async function addShoots(trx: Trx, rows: Rows): Promise<void> {
  await sql`
    insert into production_locations (production_id, location_id, title, state, used_from, used_to, added_at)
    select p.id, l.id, l.title, case when p.stage = 'COMPLETED' then 'USED' else pg_temp.pick('{OFFERED,VISITED,REFUSED,AGREED}') end,
      p.shoot_from + k * 3, p.shoot_from + k * 3 + 2, p.created_at
    from numbered_productions np join productions p on p.id = np.id
      cross join generate_series(0, ${sql.lit(rows.production_locations)} / ${sql.lit(rows.productions)} - 1) k
      join numbered on numbered.n = 1 + (np.n * 31 + k * 7919) % ${sql.lit(rows.locations)} join locations l on l.id = numbered.id`.execute(
    trx,
  );
  await sql`
    insert into production_figures (production_id, figure, value, basis, recorded_at)
    select np.id, figure, 1 + floor(random() * 500)::int, pg_temp.pick('{DECLARED,MEASURED}'), np.created_at
    from numbered_productions np cross join unnest('{DAYS,CREW_DAYS,SPEND_LOCATIONS,SPEND_CREW}'::text[]) figure
    where np.n <= ${sql.lit(rows.production_figures)} / 4`.execute(trx);
  await sql`
    update productions set may_be_named = true
    from numbered_productions np where np.id = productions.id and np.n % 5 = 0`.execute(trx);
}
