import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { start } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { connectAsOwner } from '../../src/platform/db/pool.ts';
import type { Db } from '../../src/platform/db/transaction.ts';
import { createLog } from '../../src/platform/diagnostics/log.ts';
import { ROWS } from '../office/rows.ts';
import { seed } from '../office/seed.ts';
import { PICTURES, PICTURE_BYTES, addPictures, deletePictures, publishAll } from './seed.ts';

/**
 * Measures backup, verification and restore with 100,000 published locations, a million audit log entries and 50,000 pictures, with the
 * embedded database and folders on the disk of the temporary folder: time and peak memory of each command. `--scale=0.1` takes a tenth
 * of the rows and pictures.
 */
const RECCE = fileURLToPath(new URL('../../bin/recce', import.meta.url));
const SAMPLE_MS = 50;
const CHANGED_PICTURES = 1_000;

const scale = Number(parseArgs({ options: { scale: { type: 'string', default: '1' } } }).values.scale);
const rows = Object.fromEntries(Object.entries(ROWS).map(([name, count]) => [name, count * scale])) as typeof ROWS;
const pictures = PICTURES * scale;

const folder = await mkdtemp(path.join(tmpdir(), 'recce-bench-backup-'));
const inFolder = (name: string) => path.join(folder, name);
const dataDir = inFolder('site');
const log = createLog({ logLevel: 'error' });
try {
  const server = await start(dataDir, log);
  try {
    await migrate(server.url, log);
    const { kysely: db, pool } = connectAsOwner(server.url, log);
    await fill(db);
    await measureBackups(db);
    await pool.end();
  } finally {
    await server.stop();
  }
  await measure('restore', ['restore', inFolder('plain')], inFolder('restored'));
  await measure(
    'restore, encrypted',
    ['restore', inFolder('encrypted'), `--identity=${inFolder('key')}`],
    inFolder('other'),
  );
} finally {
  await rm(folder, { recursive: true });
}

async function fill(db: Db): Promise<void> {
  console.log('Creating the data takes several minutes.');
  await seed(db, rows);
  await deletePictures(db);
  await publishAll(db);
  await addPictures(db, path.join(dataDir, 'files'), pictures);
  const { rows: sizes } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(db);
  const counts = [`${rows.locations} locations`, `${rows.audit_logs} audit log entries`, `${pictures} pictures`];
  console.log(`${counts.join(', ')} of ${PICTURE_BYTES} bytes; database ${sizes[0]?.size}`);
  console.log('\n| command | s | peak memory MB | output |\n|---|---|---|---|');
}

async function measureBackups(db: Db): Promise<void> {
  const identity = await generateIdentity();
  await writeFile(inFolder('key'), identity);
  const encryptTo = `--encrypt-to=${await identityToRecipient(identity)}`;
  await measure('first backup', ['backup', inFolder('plain')]);
  await measure('backup without changes', ['backup', inFolder('plain')]);
  await addPictures(db, path.join(dataDir, 'files'), CHANGED_PICTURES);
  await sql`update locations set remarks = 'Changed' where random() < 0.01`.execute(db);
  await measure('backup after changes, --keep=1', ['backup', inFolder('plain'), '--keep=1']);
  await measure('verify', ['backup', 'verify', inFolder('plain')]);
  await measure('first backup, encrypted', ['backup', inFolder('encrypted'), encryptTo]);
  await measure('backup without changes, encrypted', ['backup', inFolder('encrypted'), encryptTo]);
  await measure('verify, encrypted, with the private key', [
    'backup',
    'verify',
    inFolder('encrypted'),
    `--identity=${inFolder('key')}`,
  ]);
}

async function measure(name: string, args: readonly string[], target = dataDir): Promise<void> {
  const started = performance.now();
  const child = spawn(RECCE, args, {
    env: { ...process.env, DATA_DIR: target },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peak = 0;
  const timer = setInterval(() => void readPeakMemory(child.pid!).then((mb) => (peak = Math.max(peak, mb))), SAMPLE_MS);
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearInterval(timer);
  if (exitCode !== 0) process.exitCode = 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`| ${name} | ${seconds} | ${peak} | ${output.trim().replaceAll('\n', ' ').replaceAll(folder, '…')} |`);
}

/** Returns the peak resident memory of a process in MB; 0 when it has exited. */
async function readPeakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
}
