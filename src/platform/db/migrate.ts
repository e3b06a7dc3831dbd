import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { PRODUCT_NAME } from '../settings/product-name.ts';
import type { Log } from '../diagnostics/log.ts';
import { VERSION } from '../settings/version.ts';
import { prepareApplicationRole } from './application-role.ts';
import { compareReleases, findOldestRelease } from './contract-comments.ts';
import { hasTable } from './has-table.ts';
import { LOCK_WAIT, retryOnLockTimeout, setLockTimeout } from './lock-timeout.ts';
import { ADVISORY_LOCK } from './locks.ts';
import { openClient } from './pool.ts';
import { StartupError } from './startup-error.ts';

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
  /** The oldest release that can run on a database with this migration; null if any can. */
  readonly oldestRelease: string | null;
}

/** A row of schema_migrations. */
type Applied = Omit<Migration, 'sql'>;

/** The folder of the migrations. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../database/migrations/', import.meta.url));

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;
export const MIN_SERVER_VERSION = 15;

/**
 * Applies the pending migrations in `directory` to the database at `url`, each in its own transaction, then grants the application role
 * its privileges. Concurrent calls wait for each other. A database that a newer release has migrated is accepted if `release` can run on
 * it: during a rolling upgrade, nodes of both releases may restart. A migration that waits for a long query gives way to later ones.
 * @throws {StartupError} if the server is too old, the files are misnumbered, applied migrations differ from the files, the database
 * needs a newer release, or a table stays locked
 */
export async function migrate(
  url: string,
  log: Pick<Log, 'info'>,
  directory = MIGRATIONS_FOLDER,
  release = VERSION,
  lockWait = LOCK_WAIT,
): Promise<void> {
  const migrations = await readMigrations(directory);
  const client = await openClient(url);
  try {
    await assertServerVersion(client);
    await assertNoUnfinishedRestore(client);
    await withAdvisoryLock(client, () => createMigrationTable(client));
    const newer = await withAdvisoryLock(client, () => listNewerMigrations(client, migrations, release));
    if (newer.length > 0) log.info({ migrations: newer }, 'a newer release has migrated the database');
    for (const migration of migrations) {
      const apply = async () => {
        if (await isApplied(client, migration, migrations, release)) return false;
        await setLockTimeout(client, lockWait);
        await applyMigration(client, migration);
        return true;
      };
      const isNew = await retryOnLockTimeout(
        () => withAdvisoryLock(client, apply),
        lockWait,
        () => log.info({ name: migration.name }, 'the migration waits for another transaction to end'),
      );
      if (isNew === undefined) throw new StartupError(describeLockTimeout(migration));
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
  if (await hasTable(client, UNFINISHED_RESTORE))
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
  assertListed(listed, migrations);
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
  const sha256 = createHash('sha256').update(sql).digest('hex');
  return { number: expected, name, sql, sha256, oldestRelease: findOldestRelease(sql) };
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
    applied_at timestamptz not null default now(),
    oldest_release text
  )`);
  // Version 0.1.0 created it without this column. Otherwise the table is not altered, since that waits for a running backup.
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_release'`,
  );
  if (rowCount === 0) await client.query('alter table schema_migrations add column oldest_release text');
}

/** Returns the names of migrations that a newer release has applied. @throws {StartupError} if this release cannot run on them */
async function listNewerMigrations(
  client: Client,
  migrations: readonly Migration[],
  release: string,
): Promise<readonly string[]> {
  const applied = await listAppliedMigrations(client);
  assertUsable(applied, migrations, release);
  return applied.filter(({ number }) => number > migrations.length).map(formatFileName);
}

/** Lists the applied migrations of a database, oldest first. */
export async function listAppliedMigrations(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select number, name, sha256, oldest_release as "oldestRelease" from schema_migrations order by number',
  );
  return rows;
}

async function isApplied(
  client: Client,
  { number }: Migration,
  migrations: readonly Migration[],
  release: string,
): Promise<boolean> {
  const applied = await listAppliedMigrations(client);
  assertUsable(applied, migrations, release);
  return applied.some((row) => row.number === number);
}

async function applyMigration(client: Client, { number, name, sha256, sql, oldestRelease }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migrations (number, name, sha256, oldest_release) values ($1, $2, $3, $4)', [
    number,
    name,
    sha256,
    oldestRelease,
  ]);
}

function describeLockTimeout(migration: Migration): string {
  return (
    `${formatFileName(migration)} was not applied, because another transaction has used the same table for minutes. Find it with ` +
    '"select pid, xact_start, query from pg_stat_activity order by xact_start", wait for it or end it, and start again.'
  );
}

/** @throws {StartupError} if a database with these migrations is not one of this product, or `release` is too old for it */
function assertUsable(applied: readonly Applied[], migrations: readonly Migration[], release: string): void {
  const unknown = listUnknown(applied, migrations);
  // Those of a newer release have higher numbers.
  if (unknown.some(({ number }) => number <= migrations.length)) {
    throw new StartupError(
      `The database has migrations that this version of ${PRODUCT_NAME} does not know: ${formatFileNames(unknown)}. ` +
        'Start the version that created it, or use an empty database.',
    );
  }
  const tooNew = unknown.filter(
    ({ oldestRelease }) => oldestRelease !== null && compareReleases(release, oldestRelease) < 0,
  );
  if (tooNew.length > 0) {
    const needed = tooNew.map(({ oldestRelease }) => oldestRelease!).toSorted(compareReleases);
    throw new StartupError(
      `A newer version of ${PRODUCT_NAME} has migrated the database, and version ${release} can no longer use it: ` +
        `${formatFileNames(tooNew)}. Start version ${needed.at(-1)} or newer, or restore a backup from before the upgrade.`,
    );
  }
  assertUnchanged(applied, migrations, 'this database');
}

/** @throws {StartupError} if a backup has migrations that this release does not have, or other ones of the same name */
function assertListed(listed: readonly Applied[], migrations: readonly Migration[]): void {
  const unknown = listUnknown(listed, migrations);
  if (unknown.length > 0) {
    throw new StartupError(
      `The backup has migrations that this version of ${PRODUCT_NAME} does not know: ${formatFileNames(unknown)}. ` +
        'Restore it with the version that created it.',
    );
  }
  assertUnchanged(listed, migrations, 'the database of the backup');
}

function listUnknown(applied: readonly Applied[], migrations: readonly Migration[]): Applied[] {
  return applied.filter((row) => !findMigration(row, migrations));
}

function findMigration({ number, name }: Applied, migrations: readonly Migration[]): Migration | undefined {
  return migrations.find((file) => file.number === number && file.name === name);
}

function assertUnchanged(applied: readonly Applied[], migrations: readonly Migration[], where: string): void {
  const changed = applied.find((row) => {
    const file = findMigration(row, migrations);
    return file !== undefined && file.sha256 !== row.sha256;
  });
  if (!changed) return;
  throw new StartupError(
    `${formatFileName(changed)} has changed since it was applied to ${where}: its checksum differs. ` +
      'Restore the file, and make the change in a new migration.',
  );
}

function formatFileNames(migrations: readonly Applied[]): string {
  return migrations.map(formatFileName).join(', ');
}

function formatFileName({ number, name }: Pick<Applied, 'number' | 'name'>): string {
  return `${String(number).padStart(4, '0')}_${name}.sql`;
}
