import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { PRODUCT_NAME } from '../product-name.ts';
import type { Log } from '../log.ts';
import { prepareApplicationRole } from './application-role.ts';
import { ADVISORY_LOCK } from './locks.ts';
import { openClient } from './pool.ts';
import { StartupError } from './startup-error.ts';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
}

/** A row of schema_migrations. */
type Applied = Pick<Migration, 'number' | 'name' | 'sha256'>;

/** The folder of the migrations. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../database/migrations/', import.meta.url));

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const MIN_SERVER_VERSION = 15;

/**
 * Applies the pending migrations in `directory` to the database at `url`, each in its own transaction, then grants the application role
 * its privileges. Concurrent calls wait for each other.
 * @throws {StartupError} if the server is too old, the files are misnumbered, or applied migrations differ from the files
 */
export async function migrate(url: string, log: Pick<Log, 'info'>, directory = MIGRATIONS_FOLDER): Promise<void> {
  const migrations = await readMigrations(directory);
  const client = await openClient(url);
  try {
    await assertServerVersion(client);
    await assertNoUnfinishedRestore(client);
    await withAdvisoryLock(client, () => createMigrationTable(client));
    for (const migration of migrations) {
      const isNew = await withAdvisoryLock(client, () => applyIfPending(client, migration, migrations));
      if (isNew) log.info({ number: migration.number, name: migration.name }, 'database migrated');
    }
    await withAdvisoryLock(client, () => prepareApplicationRole(client));
  } finally {
    await client.end();
  }
}

/** The table that marks a database into which a backup is being restored, from before the first file until all rows are committed. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

async function assertNoUnfinishedRestore(client: Client): Promise<void> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [UNFINISHED_RESTORE]);
  if (rowCount !== 0)
    throw new StartupError(
      'A restore into this database has not finished: wait for it, or run the same command again.',
    );
}

/**
 * Applies the migrations that a backup lists to an empty database, in the transaction of the caller. Their rows in schema_migrations
 * come from the backup.
 * @throws {StartupError} if a listed migration is unknown or its file differs
 */
export async function applyListedMigrations(
  client: Client,
  listed: readonly Applied[],
  directory = MIGRATIONS_FOLDER,
): Promise<void> {
  const migrations = await readMigrations(directory);
  assertUnchanged(listed, migrations, 'backup');
  await createMigrationTable(client);
  for (const { sql } of migrations.slice(0, listed.length)) await client.query(sql);
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(files.map((file, index) => readMigration(directory, file, index + 1)));
}

async function readMigration(directory: string, file: string, expected: number): Promise<Migration> {
  const [, number, name] = FILE_NAME.exec(file) ?? [];
  if (Number(number) !== expected || name === undefined) {
    throw new StartupError(`${join(directory, file)} should be migration ${expected}, named like 0001_words.sql.`);
  }
  const sql = await readFile(join(directory, file), 'utf8');
  return { number: expected, name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

export async function assertServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::integer / 10000 as version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < MIN_SERVER_VERSION) {
    throw new StartupError(
      `The database server is PostgreSQL ${version}; ${PRODUCT_NAME} needs ${MIN_SERVER_VERSION} or newer.`,
    );
  }
}

/** Runs `work` in a transaction under the migration lock. */
async function withAdvisoryLock<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(ADVISORY_LOCK, ['migrations']);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function createMigrationTable(client: Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
}

/** Lists the migrations of a database in the order in which they were applied. */
export async function listAppliedMigrations(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select number, name, sha256 from schema_migrations order by number');
  return rows;
}

async function applyIfPending(
  client: Client,
  { number, name, sha256, sql }: Migration,
  migrations: readonly Migration[],
): Promise<boolean> {
  const rows = await listAppliedMigrations(client);
  assertUnchanged(rows, migrations);
  if (rows.some((applied) => applied.number === number)) return false;
  await client.query(sql);
  await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
    number,
    name,
    sha256,
  ]);
  return true;
}

function assertUnchanged(
  applied: readonly Applied[],
  migrations: readonly Migration[],
  source: 'database' | 'backup' = 'database',
): void {
  const findFile = ({ number, name }: Applied) =>
    migrations.find((file) => file.number === number && file.name === name);
  const unknown = applied.filter((row) => !findFile(row));
  if (unknown.length > 0) {
    throw new StartupError(
      `The ${source} has migrations that this version of ${PRODUCT_NAME} does not know: ${unknown.map(formatFileName).join(', ')}. ` +
        (source === 'database'
          ? 'Start the version that created it, or use an empty database.'
          : 'Restore it with the version that created it.'),
    );
  }
  const changed = applied.find((row) => findFile(row)?.sha256 !== row.sha256);
  if (changed) {
    throw new StartupError(
      `${formatFileName(changed)} has changed since it was applied to ${source === 'backup' ? 'the database of the backup' : 'this database'}: its checksum differs. ` +
        'Restore the file, and make the change in a new migration.',
    );
  }
}

function formatFileName({ number, name }: Applied): string {
  return `${String(number).padStart(4, '0')}_${name}.sql`;
}
