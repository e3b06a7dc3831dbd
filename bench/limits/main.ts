import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { deleteBoard } from '../../src/features/boards/commands.server.ts';
import { deleteLocation } from '../../src/features/locations/deleting/commands.server.ts';
import { getPermissions } from '../../src/features/accounts/permissions.ts';
import { start } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { connect, connectAsOwner } from '../../src/platform/db/pool.ts';
import type { Db, Trx } from '../../src/platform/db/transaction.ts';
import { publishEvent } from '../../src/server/event-subscriptions.ts';
import { percentile } from '../percentile.ts';
import { ROWS } from '../office/rows.ts';
import { seed } from '../office/seed.ts';
import { type Largest, addLargest } from './seed.ts';

/**
 * Measures the deletion of a location and of a board at the limits of rows, each in one transaction, among 10,000 locations, boards and
 * enquiries. Rows without a limit, such as versions of the location, boards that it is on and enquiries about it, exist 5,000 times. Exits
 * with 1 if a transaction takes more than a second: the deletion would then have to be a job.
 */
const GOAL_MS = 1_000;

/** The rows of the other locations, boards and enquiries. */
const AROUND = {
  ...ROWS,
  users: 2_000,
  locations: 10_000,
  contacts: 13_000,
  images: 15_000,
  boards: 10_000,
  enquiries: 10_000,
  audit_logs: 100_000,
  enquiry_messages: 30_000,
  location_revisions: 40_000,
  location_reviews: 2_000,
  notifications: 10_000,
  empty_searches: 1_000,
  duplicate_pairs: 2_000,
  bulk_change_items: 10_000,
  import_rows: 10_000,
};

const folder = await mkdtemp(path.join(tmpdir(), 'recce-bench-'));
const server = await start(folder, console);
try {
  await migrate(server.url, { info() {} });
  const largest = await fill();
  const { kysely: db, pool } = connect(server.url, console);
  await measureDeletions(db, largest);
  await pool.end();
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

async function fill(): Promise<Largest> {
  const owner = connectAsOwner(server.url, console);
  await seed(owner.kysely, AROUND);
  const largest = await addLargest(owner.kysely);
  await owner.kysely.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
  await owner.pool.end();
  return largest;
}

/** Runs a command. Returns the processor time of the database, which does not depend on what else the machine does. */
async function measureProcessor(trx: Trx, command: (trx: Trx) => Promise<unknown>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  const read = async () => {
    const fields = (await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8')).split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  };
  const before = await read();
  await command(trx);
  return (await read()) - before;
}

async function measureDeletions(db: Db, { locations, boards, team }: Largest): Promise<void> {
  const at = new Date();
  const actor = {
    id: team,
    role: 'ADMIN',
    permissions: getPermissions('ADMIN'),
    verified: true,
    officeId: null,
  } as const;
  const deletions: [string, readonly ((trx: Trx) => Promise<unknown>)[]][] = [
    ['nothing, for comparison', locations.map(() => (trx: Trx) => sql`select 1`.execute(trx))],
    ['location', locations.map((id) => (trx: Trx) => deleteLocation({ trx, actor, at, publishEvent }, { id }))],
    ['board', boards.map((id) => (trx: Trx) => deleteBoard({ trx, actor, at }, { id }))],
  ];
  console.log('| deletion | fastest ms | slowest ms | processor time of the database ms |\n|---|---|---|---|');
  for (const [name, commands] of deletions) {
    const times: number[] = [];
    const processorTimes: number[] = [];
    for (const command of commands) {
      const from = performance.now();
      processorTimes.push(await db.transaction().execute((trx) => measureProcessor(trx, command)));
      times.push(performance.now() - from);
    }
    if (Math.min(...processorTimes) > GOAL_MS) process.exitCode = 1;
    const figures = [Math.min(...times), Math.max(...times), percentile(processorTimes, 0.5)];
    console.log(`| ${name} | ${figures.map((ms) => ms.toFixed(0)).join(' | ')} |`);
  }
}
