import { sql } from 'kysely';
import type { Trx } from '../../src/platform/db/transaction.ts';
import type { Rows } from './rows.ts';

/** Adds versions and reviews of locations, and searches without results. A hundred locations have a hundred versions each. */
export async function addHistory(trx: Trx, rows: Rows): Promise<void> {
  const often = { locations: 100, versions: 100 };
  const versions = Math.floor((rows.location_revisions - often.locations * often.versions) / rows.locations);
  await sql`
    insert into location_revisions (location_id, number, action, origin, author_id, started_at, recorded_at, status, owner_id, content_number,
      fields, option_ids, images)
    select l.id, k, case k when 1 then 'RECORDED' else 'CHANGED' end, case k when 1 then 'UPGRADE' else 'RECORD' end, null, at, at, l.status,
      l.owner_id, k, jsonb_build_object('title', l.title || ' ' || k, 'description', l.description, 'nearesttown', l.nearesttown), '{}', '[]'
    from numbered join locations l on l.id = numbered.id
      cross join lateral generate_series(1, case when numbered.n <= ${sql.lit(often.locations)} then ${sql.lit(often.versions)}
        else ${sql.lit(versions)} end) k
      cross join lateral (select now() - interval '900 days' + k * interval '1 hour' as at) t`.execute(trx);
  await sql`
    insert into location_reviews (location_id, submitted_at, decided_at, decision, decided_by)
    select numbered.id, at, at + random() * interval '9 days', case when n % 4 = 0 then 'RETURNED' else 'PUBLISHED' end, null
    from (select g, now() - random() * interval '400 days' as at from generate_series(1, ${sql.lit(rows.location_reviews)}) g) r
      join numbered on numbered.n = 1 + (r.g * 7919::bigint) % ${sql.lit(rows.locations)}`.execute(trx);
  await sql`
    insert into empty_searches (day, query, searches)
    select current_date - (n % 90), 'no such place ' || n % 5000 || ' ' || n % 90, 1 + n % 7
    from generate_series(1, ${sql.lit(rows.empty_searches)}) n on conflict do nothing`.execute(trx);
}
