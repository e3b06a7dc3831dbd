import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { PRODUCT_NAME } from '../product.ts';
import type { Log } from '../log.ts';
import { prepareApplicationRole } from './application-role.ts';
import { openClient } from './pool.ts';
import { Refusal } from './refusal.ts';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
}

type Applied = Pick<Migration, 'number' | 'name' | 'sha256'>;

/** Where the project's migrations lie. */
export const MIGRATIONS = fileURLToPath(new URL('../../../database/migrations/', import.meta.url));

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const OLDEST_SERVER = 15;
/** Any number that nothing else in the database locks: the letters of the product's name. */
const ADVISORY_LOCK = 0x7265636365;

/**
 * Brings the database at `url` up to the migrations in `directory`, each in a transaction of its own. Nodes that start
 * together take turns, and each migration runs once. The role of the application then has its rights on what there is. Refuses a server, a database or a file that does not fit.
 */
export async function migrate(url: string, log: Pick<Log, 'info'>, directory = MIGRATIONS): Promise<void> {
  const migrations = await readMigrations(directory);
  const client = await openClient(url);
  try {
    await assertServerVersion(client);
    await inTurn(client, () => createRegister(client));
    await assertNotNewer(client, migrations.length);
    for (const migration of migrations) {
      const isNew = await inTurn(client, () => applyUnlessApplied(client, migration));
      if (isNew) log.info({ number: migration.number, name: migration.name }, 'database migrated');
    }
    await inTurn(client, () => prepareApplicationRole(client));
  } finally {
    await client.end();
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(files.map((file, index) => readMigration(directory, file, index + 1)));
}

async function readMigration(directory: string, file: string, expected: number): Promise<Migration> {
  const [, number, name] = FILE_NAME.exec(file) ?? [];
  if (Number(number) !== expected || name === undefined) {
    throw new Refusal(`${join(directory, file)} should be migration ${expected}, named like 0001_words.sql.`);
  }
  const sql = await readFile(join(directory, file), 'utf8');
  return { number: expected, name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

async function assertServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_SERVER) {
    throw new Refusal(`The database server is PostgreSQL ${version}; ${PRODUCT_NAME} needs ${OLDEST_SERVER} or newer.`);
  }
}

/** Runs `work` in a transaction that no other migrator's overlaps. */
async function inTurn<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function createRegister(client: Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
}

async function applyUnlessApplied(client: Client, migration: Migration): Promise<boolean> {
  const { number, name, sha256, sql } = migration;
  const { rows } = await client.query<Applied>('select * from schema_migrations where number = $1', [number]);
  const applied = rows[0];
  if (applied) {
    if (applied.sha256 !== sha256) throw changed(migration, applied);
    return false;
  }
  await client.query(sql);
  await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
    number,
    name,
    sha256,
  ]);
  return true;
}

function changed(migration: Migration, applied: Applied): Refusal {
  return new Refusal(
    `Migration ${migration.number} (${migration.name}) differs from the one that made this database (${applied.name}): ` +
      'migrations never change once applied; restore the file and add a new one.',
  );
}

async function assertNotNewer(client: Client, known: number): Promise<void> {
  const { rows } = await client.query<{ newest: number | null }>('select max(number) as newest from schema_migrations');
  const newest = rows[0]?.newest ?? 0;
  if (newest > known) {
    throw new Refusal(
      `The database is at migration ${newest}, this version of ${PRODUCT_NAME} knows ${known}: start a newer one.`,
    );
  }
}
