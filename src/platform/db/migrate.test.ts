import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { query } from '../../../tests/support/query.ts';
import { emptyDatabase } from '../../../tests/support/database.ts';
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts';
import { openClient } from './pool.ts';
import { StartupError } from './startup-error.ts';

const quiet = { info() {} };
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'migrations-'));
});

afterEach(() => rm(directory, { recursive: true }));

function write(file: string, sql: string): Promise<void> {
  return writeFile(join(directory, file), sql);
}

function listApplied(url: string): Promise<{ number: number; name: string }[]> {
  return query(url, 'select number, name from schema_migrations order by number');
}

function listColumns(url: string): Promise<object[]> {
  return query(
    url,
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_schema = 'public' order by table_name, column_name`,
  );
}

test('applies every migration of the project once', async () => {
  const url = await emptyDatabase();
  await migrate(url, quiet);
  await migrate(url, quiet);
  const files = (await readdir(MIGRATIONS_FOLDER)).toSorted();
  const applied = await listApplied(url);
  expect(applied.map(({ number, name }) => `${String(number).padStart(4, '0')}_${name}.sql`)).toEqual(files);
});

test('upgrades the previous version to the same schema as a new database', async () => {
  const [updated, fresh] = await Promise.all([emptyDatabase(), emptyDatabase()]);
  const files = (await readdir(MIGRATIONS_FOLDER)).toSorted();
  for (const file of files.slice(0, -1)) await cp(join(MIGRATIONS_FOLDER, file), join(directory, file));
  await migrate(updated, quiet, directory);
  expect(await listApplied(updated)).toHaveLength(files.length - 1);
  await migrate(updated, quiet);
  await migrate(fresh, quiet);
  expect(await listColumns(updated)).toEqual(await listColumns(fresh));
});

test('applies each migration once when several migrators run concurrently', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await write('0002_second.sql', 'create table second (id integer); insert into first values (1)');
  await Promise.all([migrate(url, quiet, directory), migrate(url, quiet, directory), migrate(url, quiet, directory)]);
  expect(await listApplied(url)).toHaveLength(2);
  expect(await query(url, 'select id from first')).toEqual([{ id: 1 }]);
});

test('rolls a failed migration back and keeps the earlier ones', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await write('0002_second.sql', 'create table second (id integer); insert into nowhere values (1)');
  await expect(migrate(url, quiet, directory)).rejects.toThrow(/nowhere/);
  expect(await listApplied(url)).toEqual([{ number: 1, name: 'first' }]);
  expect(await query(url, `select to_regclass('second') as second`)).toEqual([{ second: null }]);
});

test('rejects a file that changed after it was applied, and applies nothing', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await migrate(url, quiet, directory);
  await write('0001_first.sql', 'create table first (id bigint)');
  await write('0002_second.sql', 'create table second (id integer)');
  await expect(migrate(url, quiet, directory)).rejects.toThrow(StartupError);
  await expect(migrate(url, quiet, directory)).rejects.toThrow(/^0001_first\.sql has changed since it was applied/);
  expect(await query(url, `select to_regclass('second') as second`)).toEqual([{ second: null }]);
});

test('stores the checksum of every applied file', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await migrate(url, quiet, directory);
  const sha256 = createHash('sha256').update('create table first (id integer)').digest('hex');
  expect(await query(url, 'select sha256 from schema_migrations')).toEqual([{ sha256 }]);
});

/** Applies two migrations as a newer release does; then the second file is missing, as in version 0.1.0. */
async function migrateWithNewerRelease(second: string): Promise<string> {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await write('0002_second.sql', second);
  await migrate(url, quiet, directory, '0.2.0');
  await rm(join(directory, '0002_second.sql'));
  return url;
}

test('starts on a database that a newer release has only expanded, and changes nothing', async () => {
  const url = await migrateWithNewerRelease('create table second (id integer)');
  const logged: unknown[] = [];
  await migrate(url, { info: (fields: unknown) => void logged.push(fields) }, directory, '0.1.0');
  expect(logged).toEqual([{ migrations: ['0002_second.sql'] }]);
  expect(await listApplied(url)).toHaveLength(2);
});

test('rejects a database if a newer release has removed tables or columns that this one uses', async () => {
  const url = await migrateWithNewerRelease('-- contract: 0.2.0 does not read it\ndrop table first');
  await expect(migrate(url, quiet, directory, '0.1.9')).rejects.toThrow(
    'version 0.1.9 can no longer use it: 0002_second.sql. Start version 0.2.0 or newer, or restore a backup',
  );
  await migrate(url, quiet, directory, '0.2.0');
  await migrate(url, quiet, directory, '0.10.0');
});

test('rejects a database with unknown migrations, and names them', async () => {
  const url = await emptyDatabase();
  await write('0001_catalogue.sql', 'create table first (id integer)');
  await write('0002_accounts.sql', 'create table second (id integer)');
  await migrate(url, quiet, directory);
  await expect(migrate(url, quiet)).rejects.toThrow(
    'does not know: 0001_catalogue.sql, 0002_accounts.sql. Start the version that created it, or use an empty database.',
  );
});

test('rejects a gap in the numbers before anything is applied', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await write('0003_third.sql', 'create table third (id integer)');
  await expect(migrate(url, quiet, directory)).rejects.toThrow(/should be migration 2/);
  expect(await query(url, `select to_regclass('first') as first`)).toEqual([{ first: null }]);
});

describe('a migration that changes a table in use', () => {
  const lockWait = { timeoutMs: 100, pauseMs: 20, maxWaitMs: 60_000 };

  /** A long query reads a table; returns how to end it. */
  async function readForLong(url: string): Promise<() => Promise<void>> {
    const reader = await openClient(url);
    await reader.query('begin; select from first');
    return () => reader.end();
  }

  beforeEach(async () => {
    await write('0001_first.sql', 'create table first (id integer)');
  });

  test('waits for long queries without keeping others waiting', async () => {
    const url = await emptyDatabase();
    await migrate(url, quiet, directory);
    const endLongQuery = await readForLong(url);
    await write('0002_second.sql', 'alter table first add column name text');
    const waiting = Promise.withResolvers<void>();
    const log = { info: (fields: object) => 'name' in fields && fields.name === 'second' && waiting.resolve() };
    const migrated = migrate(url, log, directory, '1.0.0', lockWait);
    await waiting.promise;
    // Each of these would wait for the long query if the migration kept its place in the queue of the table.
    for (let n = 0; n < 10; n++) await query(url, 'select id from first');
    expect(await listApplied(url)).toHaveLength(1);
    await endLongQuery();
    await migrated;
    expect(await listApplied(url)).toHaveLength(2);
  });

  test('is not applied, and says why, if the query does not end', async () => {
    const url = await emptyDatabase();
    await migrate(url, quiet, directory);
    const endLongQuery = await readForLong(url);
    await write('0002_second.sql', 'create table second (id integer); alter table first add column name text');
    await expect(migrate(url, quiet, directory, '1.0.0', { ...lockWait, maxWaitMs: 0 })).rejects.toThrow(
      /^0002_second\.sql was not applied, because another transaction has used the same table for minutes/,
    );
    expect(await query(url, `select to_regclass('second') as second`)).toEqual([{ second: null }]);
    await endLongQuery();
  });

  test('does not wait for a backup if nothing is to be migrated', async () => {
    const url = await emptyDatabase();
    await migrate(url, quiet, directory);
    const backup = await openClient(url);
    await backup.query('begin isolation level repeatable read read only; select from schema_migrations');
    await migrate(url, quiet, directory);
    await backup.end();
  });
});
