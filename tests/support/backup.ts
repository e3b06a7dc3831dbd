import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { findBackup } from '../../src/server/backup/backups.ts';
import { type BackupOptions, type BackupResult, createBackup } from '../../src/server/backup/create-backup.ts';
import type { Transform } from '../../src/server/backup/encryption.ts';
import type { Manifest } from '../../src/server/backup/manifest.ts';
import { restoreBackup } from '../../src/server/backup/restore.ts';
import { sha256 } from '../../src/server/backup/blobs.ts';
import { openClient } from '../../src/platform/db/pool.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { emptyDatabase } from './database.ts';

export interface Folder extends Storage {
  readonly path: string;
}

/** Creates an empty storage in a folder, which is deleted when the calling test file ends. */
export async function createFolder(): Promise<Folder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'recce-backup-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return { path: folder, ...(await openStorage({ storageUrl: pathToFileURL(folder).href, dataDir: '' })) };
}

/** Copies all files of a storage. */
export async function copyFiles(from: Storage, to: Storage): Promise<void> {
  for await (const key of from.list()) await to.put(key, (await from.read(key))!);
}

export function backUp(
  site: Pick<BackupOptions, 'databaseUrl' | 'storage'>,
  destination: Storage,
  options: Partial<BackupOptions> = {},
): Promise<BackupResult> {
  return createBackup({ ...site, destination, recipients: [], retention: null, now: new Date(), ...options });
}

export interface RestoredSite {
  readonly databaseUrl: string;
  readonly storage: Folder;
  readonly manifest: Manifest;
}

/** Restores the latest backup into a new database and storage. */
export async function restore(
  source: Storage,
  { decrypt = null, databaseUrl, storage }: { decrypt?: Transform | null; databaseUrl?: string; storage?: Folder } = {},
): Promise<RestoredSite> {
  const target = { databaseUrl: databaseUrl ?? (await emptyDatabase()), storage: storage ?? (await createFolder()) };
  const manifest = await restoreBackup({
    source,
    name: await findBackup(source, undefined),
    decrypt,
    ...target,
    storageUrl: target.storage.path,
    log: createLog({ logLevel: 'error' }),
  });
  return { ...target, manifest };
}

/** Returns the number and a digest of the rows of every table, generated columns included, without the time of the last backup. */
export async function readTables(databaseUrl: string): Promise<Record<string, unknown>> {
  return withClient(databaseUrl, async (query) => {
    const tables = await query<{ name: string }>(`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'last_backup' order by 1`);
    const digests: Record<string, unknown> = {};
    for (const { name } of tables) {
      const digest = `select count(*), md5(string_agg(t::text, E'\\n' order by t::text)) as rows from ${name} t`;
      [digests[name]] = await query(digest);
    }
    return digests;
  });
}

/** Returns what else a database has: constraints, indexes, triggers with their state, sequences, privileges. */
export function readSchema(databaseUrl: string): Promise<unknown[]> {
  return withClient(databaseUrl, async (query) => [
    await query(`
      select conrelid::regclass::text as table, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`),
    await query(`select indexdef from pg_indexes where schemaname = 'public' order by 1`),
    await query(`
      select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`),
    await query(`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`),
    await query(`
      select table_name, privilege_type from information_schema.table_privileges
      where table_schema = 'public' and grantee = 'recce_application' order by 1, 2`),
  ]);
}

/** Returns the SHA-256 of every file by its key. */
export async function readFiles(storage: Storage): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const key of storage.list()) files[key] = sha256((await storage.read(key))!);
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function withClient<Result>(
  url: string,
  use: (query: <Row extends object>(text: string) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(url);
  try {
    await client.query(`set timezone = 'UTC'`);
    return await use(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}
