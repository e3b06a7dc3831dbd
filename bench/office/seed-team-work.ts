import { sql } from 'kysely';
import type { Trx } from '../../src/platform/db/transaction.ts';
import type { Rows, Words } from './rows.ts';

/** The states of finished changes and of their locations, as the team leaves most of them. */
const ITEM_STATES = ['CHANGED', 'CHANGED', 'CHANGED', 'SAME', 'REFUSED'];
const ROW_RESULTS = ['NEW', 'CHANGED', 'SAME', 'REFUSED'];

/** Adds likely duplicates, bulk changes, imports and synonyms. Triggers must be off, and `numbered` must number the locations. */
export async function addTeamWork(trx: Trx, words: Words, rows: Rows): Promise<void> {
  await addDuplicatePairs(trx, rows);
  await addBulkChanges(trx, rows);
  await addImports(trx, words, rows);
  await addSynonyms(trx, words, rows);
}

/** A tenth of the pairs is still to be decided. */
async function addDuplicatePairs(trx: Trx, rows: Rows): Promise<void> {
  await sql`
    insert into duplicate_pairs (a_id, b_id, score, reasons, distance, found_at, dismissed_by, dismissed_at)
    select least(one.id, other.id), greatest(one.id, other.id), 60 + g % 40,
      jsonb_build_object((array['title', 'distance', 'postcode', 'pictures'])[1 + g % 4], 80), case when g % 5 > 0 then random() end,
      now() - random() * interval '500 days', case when g % 10 > 0 then team.id end, case when g % 10 > 0 then now() end
    from generate_series(1, ${sql.lit(rows.duplicate_pairs)}) g
      join numbered one on one.n = g join numbered other on other.n = ${sql.lit(rows.locations)} - g,
      (select id from users where role = 'ADMIN' limit 1) team`.execute(trx);
}

/** The latest changes are the largest ones, so that the first page of the list counts the most. */
async function addBulkChanges(trx: Trx, rows: Rows): Promise<void> {
  await sql`
    create temporary table numbered_changes on commit drop as
      select gen_random_uuid() as id, n, now() - n * interval '5 hours' as at from generate_series(1, ${sql.lit(rows.bulk_changes)}) n`.execute(
    trx,
  );
  await sql`
    insert into bulk_changes (id, state, action, created_by, created_at, started_at, finished_at, undo_until)
    select numbered_changes.id, 'DONE', '{"kind": "feature", "featured": true}', team.id, at, at, at, at
    from numbered_changes, (select id from users where role = 'ADMIN' limit 1) team`.execute(trx);
  await sql`
    insert into bulk_change_items (bulk_change_id, position, location_id, title, state, reason, version)
    select c.id, l.n, l.id, 'Place ' || l.n, state, case when state = 'REFUSED' then 'AWAITING_APPROVAL' end, 1
    from numbered_changes c
      join lateral (select * from numbered where numbered.n <= ${sql.lit(rows.bulk_change_items)} / 2 / (c.n * c.n)) l on true
      cross join lateral (select (${ITEM_STATES}::text[])[1 + (l.n % 5)::int] as state) s`.execute(trx);
}

async function addImports(trx: Trx, { names }: Words, rows: Rows): Promise<void> {
  await sql`
    with added as (
      insert into imports (state, file_name, headings, row_count, mapping, checked_rows, created_by, created_at)
      select 'CHECKED', 'places.csv', '{Title,Town}', 10000, '["title", "nearesttown"]', 10000, team.id, now()
      from generate_series(1, ${sql.lit(rows.import_rows / 10_000)}), (select id from users where role = 'ADMIN' limit 1) team
      returning id
    )
    insert into import_rows (import_id, position, line, cells, result, title, location_id, version, problems)
    select added.id, n, n + 1, array[name, 'Perth'], result, name, gen_random_uuid(), case when result <> 'NEW' then 1 end,
      case when result = 'REFUSED' then '{Enter a title}' else '{}'::text[] end
    from added cross join generate_series(1, 10000) n
      cross join lateral (select (${ROW_RESULTS}::text[])[1 + n % 4] as result, pg_temp.pick(${names}::text[]) as name) r`.execute(
    trx,
  );
}

async function addSynonyms(trx: Trx, { names }: Words, rows: Rows): Promise<void> {
  await sql`
    insert into search_synonyms (kind, terms, targets, changed_at)
    select 'EQUAL', array[pg_temp.pick(${names}::text[]) || ' ' || n, pg_temp.pick(${names}::text[])], '{}', now() - n * interval '1 day'
    from generate_series(1, ${sql.lit(rows.search_synonyms)}) n`.execute(trx);
}
