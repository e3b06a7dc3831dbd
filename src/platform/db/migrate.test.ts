import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = await openClient(url);
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function appliedTo(url: string): Promise<{ number: number; name: string }[]> {
  return query(url, 'select number, name from schema_migrations order by number');
}

function structureOf(url: string): Promise<object[]> {
  return query(
    url,
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_schema = 'public' order by table_name, column_name`,
  );
}

test('an empty database gets every migration of the project, once', async () => {
  const url = await emptyDatabase();
  await migrate(url, quiet);
  await migrate(url, quiet);
  const files = (await readdir(MIGRATIONS_FOLDER)).toSorted();
  const applied = await appliedTo(url);
  expect(applied.map(({ number, name }) => `${String(number).padStart(4, '0')}_${name}.sql`)).toEqual(files);
});

test('a database of the previous version arrives where an empty one does', async () => {
  const [updated, fresh] = await Promise.all([emptyDatabase(), emptyDatabase()]);
  const files = (await readdir(MIGRATIONS_FOLDER)).toSorted();
  for (const file of files.slice(0, -1)) await cp(join(MIGRATIONS_FOLDER, file), join(directory, file));
  await migrate(updated, quiet, directory);
  expect(await appliedTo(updated)).toHaveLength(files.length - 1);
  await migrate(updated, quiet);
  await migrate(fresh, quiet);
  expect(await structureOf(updated)).toEqual(await structureOf(fresh));
});

test('migrators that start together apply each migration once', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await write('0002_second.sql', 'create table second (id integer); insert into first values (1)');
  await Promise.all([migrate(url, quiet, directory), migrate(url, quiet, directory), migrate(url, quiet, directory)]);
  expect(await appliedTo(url)).toHaveLength(2);
  expect(await query(url, 'select id from first')).toEqual([{ id: 1 }]);
});

test('a migration that fails leaves nothing behind, and those before it stay', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await write('0002_second.sql', 'create table second (id integer); insert into nowhere values (1)');
  await expect(migrate(url, quiet, directory)).rejects.toThrow(/nowhere/);
  expect(await appliedTo(url)).toEqual([{ number: 1, name: 'first' }]);
  expect(await query(url, `select to_regclass('second') as second`)).toEqual([{ second: null }]);
});

test('refuses a file that changed after it was applied, and applies nothing', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await migrate(url, quiet, directory);
  await write('0001_first.sql', 'create table first (id bigint)');
  await write('0002_second.sql', 'create table second (id integer)');
  await expect(migrate(url, quiet, directory)).rejects.toThrow(StartupError);
  await expect(migrate(url, quiet, directory)).rejects.toThrow(/^0001_first\.sql has changed since it was applied/);
  expect(await query(url, `select to_regclass('second') as second`)).toEqual([{ second: null }]);
});

test('keeps the checksum of every applied file', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await migrate(url, quiet, directory);
  const sha256 = createHash('sha256').update('create table first (id integer)').digest('hex');
  expect(await query(url, 'select sha256 from schema_migrations')).toEqual([{ sha256 }]);
});

test('refuses a database that is ahead of the code', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await write('0002_second.sql', 'create table second (id integer)');
  await migrate(url, quiet, directory);
  await rm(join(directory, '0002_second.sql'));
  await expect(migrate(url, quiet, directory)).rejects.toThrow(
    'The database has migrations that this version of Recce does not know: 0002_second.sql.',
  );
});

test('refuses a database that other migrations made, and names them', async () => {
  const url = await emptyDatabase();
  await write('0001_catalogue.sql', 'create table first (id integer)');
  await write('0002_accounts.sql', 'create table second (id integer)');
  await migrate(url, quiet, directory);
  await expect(migrate(url, quiet)).rejects.toThrow(
    'does not know: 0001_catalogue.sql, 0002_accounts.sql. Start the version that made it, or use an empty database.',
  );
});

test('a gap in the numbers is refused before anything is applied', async () => {
  const url = await emptyDatabase();
  await write('0001_first.sql', 'create table first (id integer)');
  await write('0003_third.sql', 'create table third (id integer)');
  await expect(migrate(url, quiet, directory)).rejects.toThrow(/should be migration 2/);
  expect(await query(url, `select to_regclass('first') as first`)).toEqual([{ first: null }]);
});
