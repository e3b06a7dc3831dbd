/**
 * Backup and restore of a site: database and files, while it is in use. The manual is docs/backup.md; the reasons for a format of our
 * own are in docs/decisions/0018-own-backup-format.md.
 *
 * A destination is a folder or a bucket with these files:
 *
 *     backups/TIME/manifest.json    tables, sequences, unfinished jobs and files with sizes and SHA-256; with .age if encrypted
 *     backups/TIME/sha256sums       checksums of the manifest and of all blobs of the backup; written last
 *     site                          an id of the site
 *     rows/AB/ABCD…                 a chunk of a table in the text format of COPY, compressed with Zstandard
 *     files/AB/ABCD…                a stored file
 *
 * Blobs are named by the SHA-256 of their content, or by an HMAC of it if they are encrypted. So a later backup stores new content only.
 *
 * - create-backup.ts orders the steps of a backup; dump.ts reads the database, site-files.ts the storage, blobs.ts stores content.
 * - restore.ts orders the steps of a restore; restore-target.ts checks that the target is empty, load.ts fills the database.
 * - backups.ts reads and writes the folders of backups, manifest.ts defines the manifest.
 * - verify.ts checks backups, retention.ts deletes old ones, encryption.ts encrypts and decrypts.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Config } from '../../platform/settings/config.ts';
import { StartupError } from '../../platform/db/startup-error.ts';
import { getUserName } from '../../platform/files/file-failure.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { formatCount, formatNumber } from '../../platform/text/numbers.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { assertDatabaseExists, openServer } from '../database.ts';
import { BackupError } from './backup-error.ts';
import { findBackup, isEncrypted, listBackups, readChecksums } from './backups.ts';
import { type BackupResult, createBackup } from './create-backup.ts';
import { readDecryption } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { verifyBackup } from './verify.ts';

export const BACKUP_USAGE = `backup DESTINATION [--encrypt-to=KEY] [--keep=N] [--keep-daily=N] [--keep-weekly=N] [--keep-monthly=N]
                       backs up database and files to a folder or s3://BUCKET/PREFIX?endpoint=…&region=…, while the site is
                       in use; encrypts to a public key of age; with --keep options, deletes the backups that none of them keeps
backup list SOURCE     lists the backups
backup verify SOURCE [--backup=NAME] [--identity=FILE]
                       reads all files of a backup, by default the latest, and compares them with their checksums
restore SOURCE [--backup=NAME] [--identity=FILE]
                       restores a backup, by default the latest, into an empty database and an empty storage`;

export interface Context {
  readonly config: Config;
  readonly log: Log;
}

interface Outcome {
  readonly text: string;
  /** 0 done, 1 problems, 2 usage error. */
  readonly exitCode: 0 | 1 | 2;
}

/** Runs the commands `backup` and `restore`. Null if the arguments are wrong. */
export async function runBackupCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  context: Context,
): Promise<Outcome | null> {
  const parsed = parseArguments(args);
  if (!parsed) return null;
  const { words, options } = parsed;
  const hasAction = name === 'backup' && (words[0] === 'list' || words[0] === 'verify');
  const [place, ...rest] = hasAction ? words.slice(1) : words;
  if (!place || rest.length > 0) return null;
  if (name === 'restore') return restore(context, place, options);
  if (!hasAction) return create(context, place, options);
  return words[0] === 'list' ? list(place) : verify(place, options);
}

type Options = NonNullable<ReturnType<typeof parseArguments>>['options'];

function parseArguments(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'encrypt-to': { type: 'string', multiple: true },
        keep: text,
        'keep-daily': text,
        'keep-weekly': text,
        'keep-monthly': text,
        backup: text,
        identity: text,
      },
    });
    const counts = [values.keep, values['keep-daily'], values['keep-weekly'], values['keep-monthly']];
    if (counts.some((count) => count !== undefined && !/^\d{1,4}$/.test(count))) return null;
    return { words: positionals, options: values };
  } catch {
    return null;
  }
}

async function create({ config, log }: Context, place: string, options: Options): Promise<Outcome> {
  const start = performance.now();
  assertDatabaseExists(config);
  await using cleanUp = new AsyncDisposableStack();
  const storage = await openStorage(config);
  const destination = await openDestination(place);
  const server = await openServer(config, log, 'join');
  cleanUp.defer(() => server.stop());
  const result = await createBackup({
    databaseUrl: server.url,
    storage,
    destination,
    recipients: options['encrypt-to'] ?? [],
    retention: toRetention(options),
    now: new Date(),
  });
  const { problems } = result.manifest;
  return { text: describeBackup(result, start), exitCode: problems.length > 0 ? 1 : 0 };
}

function toRetention(options: Options): { latest: number; daily: number; weekly: number; monthly: number } | null {
  const counts = [options.keep, options['keep-daily'], options['keep-weekly'], options['keep-monthly']];
  if (counts.every((count) => count === undefined)) return null;
  const [latest, daily, weekly, monthly] = counts.map((count) => Number(count ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return { latest, daily, weekly, monthly };
}

function describeBackup({ name, manifest, added, deleted }: BackupResult, start: number): string {
  return [
    `Backup ${name}: ${describeContent(manifest)}, in ${formatSeconds(start)}.`,
    `Wrote ${formatCount(added.blobs, 'file')} of ${formatMegabytes(added.bytes)} with rows and files that no earlier backup has.`,
    ...(deleted.length > 0 ? [`Deleted ${formatCount(deleted.length, 'older backup')}.`] : []),
    ...manifest.problems.map((problem) => `In the storage of the site, ${problem}.`),
    ...(manifest.problems.length > 0 ? ['Therefore no older backup was deleted.'] : []),
  ].join('\n');
}

function describeContent({ tables, jobs, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    `${formatCount(tables.length, 'table')} with ${formatCount(rows, 'row')}, ${formatCount(jobs.rows, 'unfinished job')}, ` +
    `${formatCount(files.length, 'file')} of the site with ${formatMegabytes(bytes)}`
  );
}

async function list(place: string): Promise<Outcome> {
  const source = await openSource(place);
  const { complete, incomplete } = await listBackups(source);
  const lines: string[] = [];
  for (const name of complete) {
    const checksums = await readChecksums(source, name).catch(() => null);
    const kind = checksums && (isEncrypted(checksums) ? ', encrypted' : '');
    lines.push(
      `${name}  ${checksums ? `${formatCount(checksums.size - 1, 'file')} in the destination${kind}` : 'damaged'}`,
    );
  }
  lines.push(...incomplete.map((name) => `${name}  incomplete`));
  return { text: lines.join('\n') || 'There are no backups.', exitCode: 0 };
}

async function verify(place: string, options: Options): Promise<Outcome> {
  const source = await openSource(place);
  const decrypt = options.identity === undefined ? null : await readDecryption(options.identity);
  const name = await findBackup(source, options.backup);
  const { read, contentChecked, problems } = await verifyBackup(source, name, decrypt);
  if (problems.length > 0) return { text: [...problems, `Backup ${name} is damaged.`].join('\n'), exitCode: 1 };
  const scope = contentChecked ? '' : ' The content was not checked, since it is encrypted: use --identity.';
  return { text: `Backup ${name} is complete: ${formatCount(read, 'file')} read.${scope}`, exitCode: 0 };
}

async function restore({ config, log }: Context, place: string, options: Options): Promise<Outcome> {
  const start = performance.now();
  await using cleanUp = new AsyncDisposableStack();
  const source = await openSource(place);
  const decrypt = options.identity === undefined ? null : await readDecryption(options.identity);
  const name = await findBackup(source, options.backup);
  const storage = await openStorage(config);
  const server = await openServer(config, log, 'start');
  cleanUp.defer(() => server.stop());
  const storageUrl = config.storageUrl ?? path.join(config.dataDir, 'files');
  const manifest = await restoreBackup({ source, name, decrypt, databaseUrl: server.url, storage, storageUrl, log });
  const text = `Restored backup ${name}: ${describeContent(manifest)}, in ${formatSeconds(start)}. The files are in ${storageUrl}.`;
  return { text, exitCode: 0 };
}

/** Opens the storage of backups: a folder, or a URL like that of STORAGE_URL. */
function openPlace(place: string, options?: { readOnly: boolean }): Promise<Storage> {
  return openStorage({ storageUrl: toUrl(place).href, dataDir: '' }, options);
}

async function openDestination(place: string): Promise<Storage> {
  try {
    const destination = await openPlace(place);
    if (toUrl(place).protocol === 'file:') await destination.check();
    return destination;
  } catch (error) {
    if (!(error instanceof StartupError) && !isPermissionError(error)) throw error;
    const advice = `create this folder, and make it writable for the user ${getUserName()}`;
    throw new BackupError(`Backups cannot be stored in ${place}: ${advice}.`, { cause: error });
  }
}

/** Whether an existing folder cannot be written, for instance on a read-only file system. */
function isPermissionError(error: unknown): boolean {
  return ['EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Opens a storage that must exist, instead of creating the folder. It can be on a read-only file system. */
async function openSource(place: string): Promise<Storage> {
  const url = toUrl(place);
  if (url.protocol === 'file:' && !existsSync(url)) throw new BackupError(`There is no folder ${place}.`);
  return openPlace(place, { readOnly: true });
}

function toUrl(place: string): URL {
  return /^(s3|file):\/\//.test(place) ? new URL(place) : pathToFileURL(path.resolve(place));
}

function formatSeconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

function formatMegabytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${formatNumber(Math.ceil(bytes / 1000))} kB`
    : `${formatNumber(Math.round(bytes / 1e6))} MB`;
}
