import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MAX_IMAGES } from '../../src/features/locations/editing/images/schema.ts';
import { createFreshUrls } from '../fresh-urls.ts';
import { getMemory } from '../memory.ts';
import { percentile } from '../percentile.ts';
import { withServer } from '../server-process.ts';
import { sendRequest } from '../uploads/send-request.ts';
import { loadPhotographs, upload } from './photographs.ts';
import { PHOTOGRAPHS, type Ready } from './server.ts';

/**
 * Measures how long `recce import --photographs` takes, beside the upload of the same photographs as browsers do it, and how it affects
 * searches. The worker makes renditions meanwhile. Exits with 1 if a goal is missed.
 */
const GOALS = { secondsPerPhotograph: 0.48, uploadRatio: 2, searchRatio: 2 };
const SEARCHES_PER_SECOND = 20;
const WARM_UP_SECONDS = 10;
const IDLE_SECONDS = 30;
const SAMPLE_MS = 500;
const PORT = 3909;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const RECCE = fileURLToPath(new URL('../../bin/recce', import.meta.url));

const nextQuery = createFreshUrls();
const create = await loadPhotographs();
const folder = await mkdtemp(path.join(tmpdir(), 'recce-bench-photographs-'));
try {
  const table = await writeFolder(path.join(folder, 'places.csv'));
  await withServer<Ready>(new URL('./server.ts', import.meta.url), PORT, async (site, server) => {
    await search(delay(WARM_UP_SECONDS * 1000));
    const idle = await search(delay(IDLE_SECONDS * 1000));
    const uploaded = await measure(() => upload({ ...site, origin: ORIGIN }, { count: PHOTOGRAPHS, create }));
    server.send('forget');
    await once(server, 'message');
    const imported = await measure(() => importFolder(table, site.dataDir));
    report({ idle, uploaded, imported });
  });
} finally {
  await rm(folder, { recursive: true });
}

/** Writes the photographs, and a table that names them. */
async function writeFolder(table: string): Promise<string> {
  const rows = ['locationidentifier,title,photographs'];
  for (let place = 0; place * MAX_IMAGES < PHOTOGRAPHS; place++) {
    const numbers = Array.from(
      { length: Math.min(MAX_IMAGES, PHOTOGRAPHS - place * MAX_IMAGES) },
      (_, index) => place * MAX_IMAGES + index,
    );
    // Other comments than those of the uploads: a picture that is stored already would take less time.
    for (const n of numbers) await writeFile(path.join(folder, `${n}.jpg`), create(PHOTOGRAPHS + n));
    rows.push(`${900_000 + place},Quarry ${place},${numbers.map((n) => `${n}.jpg`).join('|')}`);
  }
  await writeFile(table, `${rows.join('\n')}\n`);
  return table;
}

/** Imports the folder. Returns the peak memory of the command and its decoder in MB. */
async function importFolder(table: string, dataDir: string): Promise<number> {
  // The same few photographs occur often.
  const args = ['import', table, `--photographs=${folder}`, '--similar-photographs', '--include=duplicates', '--apply'];
  const command = spawn(RECCE, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output: Buffer[] = [];
  command.stdout.on('data', (data: Buffer) => output.push(data));
  let peak = 0;
  const timer = setInterval(() => void sumMemory(command).then((now) => (peak = Math.max(peak, now))), SAMPLE_MS);
  const [code] = await once(command, 'close').finally(() => clearInterval(timer));
  const text = Buffer.concat(output).toString();
  if (code !== 0 || !text.includes(`${PHOTOGRAPHS.toLocaleString('en')} photographs imported`)) throw new Error(text);
  return peak;
}

async function sumMemory({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
  const pids = [pid, ...stdout.split('\n').filter(Boolean).map(Number)];
  const sizes = await Promise.all(pids.map((one) => getMemory({ pid: one }).catch(() => 0)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface Measurement<Result> {
  readonly seconds: number;
  readonly searches: readonly number[];
  readonly result: Result;
}

async function measure<Result>(work: () => Promise<Result>): Promise<Measurement<Result>> {
  const start = performance.now();
  const result = work();
  let seconds = 0;
  const timed = result.then(() => (seconds = (performance.now() - start) / 1000));
  const searches = await search(timed);
  return { seconds, searches, result: await result };
}

/** Sends searches at exponentially distributed intervals until the work ends. Returns their times in milliseconds. */
async function search(work: Promise<unknown>): Promise<number[]> {
  const times: Promise<number>[] = [];
  const state = { isRunning: true };
  void work.catch(() => {}).finally(() => (state.isRunning = false));
  const start = performance.now();
  for (let due = 0; state.isRunning;) {
    times.push(measureRequest(`${ORIGIN}/api/locations?${nextQuery()}`));
    due -= (Math.log(1 - Math.random()) * 1000) / SEARCHES_PER_SECOND;
    await delay(Math.max(0, start + due - performance.now()));
  }
  await work;
  return Promise.all(times);
}

async function measureRequest(url: string): Promise<number> {
  const start = performance.now();
  await sendRequest(url);
  return performance.now() - start;
}

function report({
  idle,
  uploaded,
  imported,
}: {
  idle: readonly number[];
  uploaded: Measurement<void>;
  imported: Measurement<number>;
}): void {
  const rows = [
    ['no photographs', null, idle],
    ['uploads', uploaded.seconds, uploaded.searches],
    ['import', imported.seconds, imported.searches],
  ] as const;
  console.log(`${PHOTOGRAPHS} photographs of 6 megapixels`);
  console.log('| | seconds | search p50 ms | search p99 ms |\n|---|---|---|---|');
  for (const [name, seconds, times] of rows) {
    const [p50, p99] = [0.5, 0.99].map((share) => percentile([...times], share).toFixed(1));
    console.log(`| ${name} | ${seconds?.toFixed(1) ?? ''} | ${p50} | ${p99} |`);
  }
  const perPhotograph = imported.seconds / PHOTOGRAPHS;
  const uploadRatio = uploaded.seconds / imported.seconds;
  const searchRatio = percentile([...imported.searches], 0.99) / percentile([...idle], 0.99);
  console.log(`import: ${perPhotograph.toFixed(2)} s a photograph (goal ${GOALS.secondsPerPhotograph})`);
  console.log(`as fast as uploads: ${uploadRatio.toFixed(2)} times (goal ${GOALS.uploadRatio})`);
  console.log(`p99 ratio of search: ${searchRatio.toFixed(2)} (goal ${GOALS.searchRatio})`);
  console.log(`peak memory of the command and its decoder: ${imported.result} MB`);
  const isMissed =
    perPhotograph > GOALS.secondsPerPhotograph || uploadRatio < GOALS.uploadRatio || searchRatio > GOALS.searchRatio;
  if (isMissed) process.exitCode = 1;
}
