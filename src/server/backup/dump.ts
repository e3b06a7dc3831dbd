import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { hasTable } from '../../platform/db/has-table.ts';
import { listAppliedMigrations } from '../../platform/db/migrate.ts';
import { BackupError } from './backup-error.ts';
import type { BlobWriter } from './blobs.ts';
import type { DumpedRows, DumpedTable, Manifest } from './manifest.ts';
import { forEachInParallel } from './parallel.ts';

/** Size of a chunk of a table. Append-only tables share all full chunks with the previous backup. */
const PART_BYTES = 4 * 1024 ** 2;
/** Parts that are compressed and stored while the next ones are read. */
const MAX_PARALLEL_PARTS = 3;
const NEWLINE = 10;

/** Makes the text of values independent of the settings of server, database and login, and switches timeouts off. */
export const SESSION_SETTINGS = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set xmloption = 'content';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

const UNFINISHED_JOBS = `select name as queue, priority, data from pgboss.job where state < 'completed' order by created_on, id`;

type DatabaseContent = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'jobs'>;

/** Begins a transaction that sees the database at one moment. @throws {BackupError} if the database has no site */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query(SESSION_SETTINGS);
  await client.query('begin isolation level repeatable read read only');
  if (!(await hasTable(client, 'schema_migrations')))
    throw new BackupError('The database has no site yet: there is nothing to back up.');
}

/** Stores all rows of the snapshot, the sequences and the unfinished jobs. */
export async function dumpDatabase(client: Client, writer: BlobWriter): Promise<DatabaseContent> {
  const migrations = await listAppliedMigrations(client);
  const tables: DumpedTable[] = [];
  for (const { name, columns } of await listTables(client)) {
    const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    tables.push({ name, columns, ...(await dump(client, writer, `${client.escapeIdentifier(name)} (${list})`)) });
  }
  return { migrations, tables, jobs: await dumpJobs(client, writer), sequences: await readSequences(client) };
}

/** Installed maps, since their files are not in a backup, and the time of the last backup, which a restored site does not have. */
export const TABLES_LEFT_OUT = ['map_files', 'last_backup'];

/** Lists the tables of the site with their columns, without those that the database computes. */
export async function listTables(client: Client): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
    group by c.relname order by c.relname`,
    [TABLES_LEFT_OUT],
  );
  return rows;
}

/** Reads the sequences after the rows: a later value only leaves a gap. */
async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() order by sequencename`);
  return rows;
}

/** Whether the tables of the job queue exist. */
export const hasJobQueue = (client: Client) => hasTable(client, 'pgboss.job');

/** Stores the jobs that are waiting, running or to be retried. Finished jobs are not needed any more. */
async function dumpJobs(client: Client, writer: BlobWriter): Promise<DumpedRows> {
  const none = 'select null::text as queue, null::integer as priority, null::jsonb as data where false';
  return dump(client, writer, `(${(await hasJobQueue(client)) ? UNFINISHED_JOBS : none})`);
}

async function dump(client: Client, writer: BlobWriter, source: string): Promise<DumpedRows> {
  const whole = createHash('sha256');
  const total = { rows: 0, bytes: 0 };
  const parts: DumpedRows['parts'] = [];
  const copied = client.query(copyTo(`copy ${source} to stdout`));
  let index = 0;
  await forEachInParallel(splitIntoParts(copied), MAX_PARALLEL_PARTS, async (part) => {
    const position = index++;
    whole.update(part);
    total.rows += countRows(part);
    total.bytes += part.length;
    parts[position] = { sha256: await writer.write('rows', part), bytes: part.length };
  });
  return { ...total, sha256: whole.digest('hex'), parts };
}

/** Splits rows after the last complete row of each {@link PART_BYTES}, so that the same rows result in the same chunks. */
export async function* splitIntoParts(
  stream: AsyncIterable<Buffer>,
  partBytes = PART_BYTES,
): AsyncGenerator<Buffer, void, void> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    let rest = Buffer.concat(waiting);
    for (let end = findEnd(rest, partBytes); end > 0; end = findEnd(rest, partBytes)) {
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
    waiting = [rest];
    bytes = rest.length;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

/** Returns the end of a chunk; 0 if more must be read. A row that is larger than a chunk becomes a chunk. */
function findEnd(content: Buffer, partBytes: number): number {
  if (content.length < partBytes) return 0;
  return content.lastIndexOf(NEWLINE, partBytes - 1) + 1 || content.indexOf(NEWLINE, partBytes) + 1;
}

/** Counts rows: in the text format of COPY, each ends with the only unescaped newline. */
export function countRows(content: Uint8Array): number {
  let rows = 0;
  for (let at = content.indexOf(NEWLINE); at >= 0; at = content.indexOf(NEWLINE, at + 1)) rows++;
  return rows;
}
