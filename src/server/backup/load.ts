import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { renditions, toPlainJob } from '../../features/media/renditions-queue.server.ts';
import { UNFINISHED_RESTORE, applyListedMigrations } from '../../platform/db/migrate.ts';
import type { JobRetrier, PlainJob } from '../../platform/jobs/job-queue.ts';
import { BackupError } from './backup-error.ts';
import { SESSION_SETTINGS, listTables } from './dump.ts';
import type { DumpedRows, DumpedTable, Manifest } from './manifest.ts';

const JOBS_BATCH = 1_000;

/** Reads and checks a chunk of a table from the backup. */
type ReadPart = (sha256: string) => Promise<Uint8Array>;

/**
 * Fills an empty database in one transaction, which also removes the mark of the unfinished restore. Needs only the privileges of the
 * owner: instead of switching constraints off, which needs a superuser, it drops the foreign keys, loads the rows as they were without
 * the triggers that would derive rows again, and adds the foreign keys, which checks all rows.
 */
export async function loadDatabase(
  client: Client,
  manifest: Manifest,
  { readPart, jobs }: { readPart: ReadPart; jobs: JobRetrier },
): Promise<void> {
  await client.query(SESSION_SETTINGS);
  await client.query('begin');
  await client.query(`drop table ${UNFINISHED_RESTORE}`);
  await applyListedMigrations(client, manifest.migrations);
  await assertSameTables(client, manifest.tables);
  const foreignKeys = await listForeignKeys(client);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  await switchTriggers(client, manifest.tables, 'disable');
  // Rows that migrations have inserted.
  const names = manifest.tables.map(({ name }) => client.escapeIdentifier(name));
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of manifest.tables) await loadTable(client, table, readPart);
  await switchTriggers(client, manifest.tables, 'enable');
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  await setSequences(client, manifest.sequences);
  await addUnfinishedJobs(client, manifest.jobs, { readPart, jobs });
  await addRenditionJobs(client, jobs);
  await client.query('commit');
}

async function assertSameTables(client: Client, tables: readonly DumpedTable[]): Promise<void> {
  const format = (list: readonly Pick<DumpedTable, 'name' | 'columns'>[]) =>
    list.map(({ name, columns }) => `${name} (${columns.join(', ')})`).toSorted();
  const [expected, actual] = [format(tables), format(await listTables(client))];
  const different = [...expected, ...actual].find((table) => !expected.includes(table) || !actual.includes(table));
  if (different !== undefined)
    throw new BackupError(`The tables of the backup are not those of its migrations. They differ in ${different}.`);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function listForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`);
  return rows;
}

async function switchTriggers(
  client: Client,
  tables: readonly DumpedTable[],
  action: 'disable' | 'enable',
): Promise<void> {
  for (const { name } of tables)
    await client.query(`alter table ${client.escapeIdentifier(name)} ${action} trigger user`);
}

async function loadTable(client: Client, table: DumpedTable, readPart: ReadPart): Promise<void> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  await load(client, `${client.escapeIdentifier(table.name)} (${columns})`, table, readPart);
}

async function load(client: Client, target: string, dumped: DumpedRows, readPart: ReadPart): Promise<void> {
  const whole = createHash('sha256');
  async function* readParts(): AsyncGenerator<Uint8Array> {
    for (const { sha256 } of dumped.parts) {
      const part = await readPart(sha256);
      whole.update(part);
      yield part;
    }
  }
  const copying = client.query(copyFrom(`copy ${target} from stdin`));
  await pipeline(Readable.from(readParts(), { objectMode: false, highWaterMark: 1 }), copying);
  if (copying.rowCount !== dumped.rows || whole.digest('hex') !== dumped.sha256)
    throw new BackupError(`The rows for ${target} are not those that the manifest describes.`);
}

async function setSequences(client: Client, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, value } of sequences) {
    const sequence = client.escapeIdentifier(name);
    if (value === null) await client.query(`alter sequence ${sequence} restart`);
    else await client.query('select setval($1::regclass, $2::bigint)', [sequence, value]);
  }
}

/** Adds the jobs of the backup, so that waiting emails are sent and received uploads processed. */
async function addUnfinishedJobs(
  client: Client,
  dumped: DumpedRows,
  { readPart, jobs }: { readPart: ReadPart; jobs: JobRetrier },
): Promise<void> {
  await client.query(`
    create temporary table restored_jobs (
      queue text, priority integer, data jsonb, id integer generated always as identity
    ) on commit drop`);
  await load(client, 'restored_jobs (queue, priority, data)', dumped, readPart);
  const { rows: queues } = await client.query<{ queue: string }>('select distinct queue from restored_jobs');
  for (const { queue } of queues) {
    const query = `select priority, data from restored_jobs where queue = ${client.escapeLiteral(queue)} order by id`;
    for await (const batch of readInBatches<PlainJob>(client, query)) await jobs.addJobs(client, queue, batch);
  }
}

/** Enqueues the renditions of all pictures, since a backup does not contain them. */
async function addRenditionJobs(client: Client, jobs: JobRetrier): Promise<void> {
  const query = `
    select sha256, exists (select from images i where i.sha256 = p.sha256 and i.is_primary) as primary
    from pictures p where state = 'READY'`;
  for await (const batch of readInBatches<{ sha256: string; primary: boolean }>(client, query)) {
    const added = batch.map((picture) => toPlainJob({ ...picture, format: 'webp' }));
    await jobs.addJobs(client, renditions.name, added);
  }
}

async function* readInBatches<Row extends object>(client: Client, query: string): AsyncGenerator<Row[], void, void> {
  await client.query(`declare batches no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${JOBS_BATCH} from batches`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query('close batches');
}
