import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { query } from '../support/query.ts';
import { emptyDatabase, copyDatabase } from '../support/database.ts';
import { MIGRATIONS_FOLDER, migrate } from '../../src/platform/db/migrate.ts';

const PROGRAM = fileURLToPath(new URL('../support/run-migrations.ts', import.meta.url));
const KILLS = 20;
/** Migrations 0001 to 0003: the schema of the previous release. */
const PREVIOUS = 3;
const quiet = { info() {} };

/** The data of the previous release. Made from numbers, so that every database has the same. */
const DATA = `
  insert into users (id, role, first_name, last_name, email, password_hash)
    select md5('user' || n)::uuid, 'OWNER', 'Isla', 'Weir ' || n, 'owner' || n || '@crew.example', '!' from generate_series(1, 200) n;
  insert into options (field, name, position) select 'category', 'Mill ' || n, n from generate_series(1, 50) n;
  insert into locations (id, title, locationurl, owner_id)
    select md5('location' || n)::uuid, 'Weir Mill ' || n, 'weir-mill-' || n, md5('user' || n % 200 + 1)::uuid from generate_series(1, 1000) n;
  insert into location_options (location_id, option_id, field)
    select md5('location' || n)::uuid, id, field from generate_series(1, 1000) n join options on position = n % 50 + 1`;

/** Two migrations of a later release: the first changes much, in several statements. */
const FUTURE = {
  '0005_rewrite.sql': `
    create table summaries (location_id uuid primary key references locations on delete cascade, words text not null);
    insert into summaries select id, repeat(title || ' ', 20) from locations;
    create index summaries_words on summaries (md5(words));
    alter table locations add column fingerprint text not null default '';
    update locations set fingerprint = md5(id::text || title);
    alter table location_options add column position bigint not null default 0;
    update location_options set position = hashtextextended(location_id::text, option_id);
    create index location_options_position on location_options (position);
    update users set last_name = upper(last_name);
    delete from location_options where position % 7 = 0;`,
  '0006_more.sql': `
    alter table users add column initials text;
    update users set initials = left(first_name, 1) || left(last_name, 1);
    alter table summaries drop column words;`,
};

const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
afterAll(() => rm(directory, { recursive: true }));
const files = [...(await readdir(MIGRATIONS_FOLDER)).toSorted().slice(0, PREVIOUS + 1), ...Object.keys(FUTURE)];

/** Adds a migration to the folder. */
async function release(file: string): Promise<void> {
  const sql = FUTURE[file as keyof typeof FUTURE];
  await (sql ? writeFile(join(directory, file), sql) : cp(join(MIGRATIONS_FOLDER, file), join(directory, file)));
}

/** Returns the number of applied migrations, and checksums of the schema and of the rows of every table. */
async function inspect(url: string): Promise<{ applied: number; state: string }> {
  const schema = await query(
    url,
    `select 'column' as kind, attrelid::regclass || '.' || attname as name, format('%s %s %s', atttypid::regtype, attnotnull, pg_get_expr(adbin, adrelid)) as definition
       from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
       where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
     union all select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
     union all select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select 'function', proname, md5(prosrc) from pg_proc where pronamespace = 'public'::regnamespace
     order by 1, 2, 3`,
  );
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migrations', 'secrets')`,
  );
  const sums = tables.map(({ name }) => {
    // The time of a transaction differs from database to database.
    const row = `to_jsonb(t) - array['created_at', 'updated_at', 'last_modified_at', 'enabled_at']`;
    return `select '${name}' as name, md5(coalesce(string_agg(md5((${row})::text), '' order by md5((${row})::text)), '')) as rows from ${name} t`;
  });
  const rows = await query(url, `${sums.join(' union all ')} order by 1`);
  const [count] = await query<{ applied: number }>(url, 'select count(*)::integer as applied from schema_migrations');
  return { applied: count!.applied, state: JSON.stringify({ schema, rows }, null, 1) };
}

/** Starts the migrations in another process and kills it after some milliseconds. Returns whether it still ran, and how long. */
async function migrateAndKill(url: string, afterMs: number): Promise<{ wasKilled: boolean; ranMs: number }> {
  const child = fork(PROGRAM, [url, directory]);
  await once(child, 'message');
  const exit = once(child, 'exit');
  const started = performance.now();
  child.send('start');
  await Promise.race([exit, sleep(afterMs)]);
  const ranMs = performance.now() - started;
  child.kill('SIGKILL');
  const [, signal] = (await exit) as [number | null, NodeJS.Signals | null];
  return { wasKilled: signal === 'SIGKILL', ranMs };
}

/** Waits until the server has noticed that the killed process is gone. */
async function waitForSessionsToEnd(url: string): Promise<void> {
  const others = `select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
  await expect.poll(() => query(url, others), { interval: 10 }).toEqual([]);
}

test(`an upgrade that is killed ${KILLS} times never leaves half a migration, and the next start completes it`, async () => {
  for (const file of files.slice(0, PREVIOUS)) await release(file);
  const previous = await emptyDatabase();
  await migrate(previous, quiet, directory);
  await query(previous, DATA);

  // Schema after each migration.
  const reference = await copyDatabase(previous);
  const states = new Map([[PREVIOUS, (await inspect(reference)).state]]);
  for (const file of files.slice(PREVIOUS)) {
    await release(file);
    await migrate(reference, quiet, directory);
    const { applied, state } = await inspect(reference);
    states.set(applied, state);
  }
  expect([...states.keys()]).toEqual([3, 4, 5, 6]);
  expect(new Set(states.values()).size).toBe(4);

  let { ranMs: duration } = await migrateAndKill(await copyDatabase(previous), 60_000);
  const seen: number[] = [];
  for (let attempt = 0; seen.length < KILLS; attempt += 1) {
    expect(attempt).toBeLessThan(5 * KILLS);
    const url = await copyDatabase(previous);
    const { wasKilled, ranMs } = await migrateAndKill(url, (duration * seen.length) / KILLS);
    if (!wasKilled) {
      // Other processes delayed the measured run.
      duration = ranMs * 0.9;
      continue;
    }
    await waitForSessionsToEnd(url);
    const { applied, state } = await inspect(url);
    expect(state).toBe(states.get(applied));
    seen.push(applied);
    await migrate(url, quiet, directory);
    expect(await inspect(url)).toEqual({ applied: files.length, state: states.get(files.length) });
  }
  // Most of the time passes in the large migration.
  expect(seen.filter((applied) => applied < files.length).length).toBeGreaterThan(KILLS / 4);
});
