import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MAX_IMAGES } from '../../src/features/locations/editing/images/schema.ts';
import { createFreshUrls } from '../fresh-urls.ts';
import { getMemory } from '../memory.ts';
import { percentile } from '../percentile.ts';
import { withServer } from '../server-process.ts';
import { findDecoderPids, findWorkerPid, signalAll } from '../signal-processes.ts';
import { sendRequest } from '../uploads/send-request.ts';
import { loadPhotographs, upload } from './photographs.ts';
import { PHOTOGRAPHS, type Ready } from './server.ts';

/**
 * Measures how long `recce import --photographs` takes, beside the upload of the same photographs as browsers do it, and how it affects
 * searches. The worker makes renditions meanwhile. Exits with 1 if a goal is missed.
 */
const GOALS = { secondsPerPhotograph: 0.48, uploadRatio: 2, searchRatio: 2 };
const SEARCHES_PER_SECOND = 40;
const WARM_UP_SECONDS = 10;
/** Duration of a phase with the import, and of one without. */
const PHASE_SECONDS = { with: 4, without: 4 };
const PORT = 3909;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const RECCE = fileURLToPath(new URL('../../bin/recce', import.meta.url));

const nextQuery = createFreshUrls();
const create = await loadPhotographs();
const folder = await mkdtemp(path.join(tmpdir(), 'recce-bench-photographs-'));
try {
  const table = await writeFolder(path.join(folder, 'places.csv'));
  await withServer<Ready>(new URL('./server.ts', import.meta.url), PORT, async (site, server) => {
    await search(WARM_UP_SECONDS);
    const start = performance.now();
    await upload({ ...site, origin: ORIGIN }, { count: PHOTOGRAPHS, create });
    const uploadSeconds = (performance.now() - start) / 1000;
    server.send('forget');
    await once(server, 'message');
    report(uploadSeconds, await measureImport(table, site.dataDir, await findWorkerPid(server)));
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

interface Measurement {
  /** Without the pauses. */
  readonly seconds: number;
  /** Times of searches in milliseconds: while photographs are imported, and while that is paused. */
  readonly times: { readonly with: number[]; readonly without: number[] };
  /** Of the command and its decoder, in MB. */
  readonly peakMemory: number;
}

/**
 * Imports the folder, and searches meanwhile. The import and the worker are paused at times, so that searches with and without them meet
 * the same noise of the machine.
 */
async function measureImport(table: string, dataDir: string, worker: number): Promise<Measurement> {
  // The same few photographs occur often.
  const args = ['import', table, `--photographs=${folder}`, '--similar-photographs', '--include=duplicates', '--apply'];
  const command = spawn(RECCE, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const output = buffer(command.stdout);
  const state = { isRunning: true, endedAt: 0 };
  command.once('exit', () => Object.assign(state, { isRunning: false, endedAt: performance.now() }));
  const times = { with: [] as number[], without: [] as number[] };
  const start = performance.now();
  let pausedMs = 0;
  let peakMemory = 0;
  while (state.isRunning) {
    times.with.push(...(await search(PHASE_SECONDS.with)));
    const children = await findDecoderPids(command.pid!);
    const sizes = await Promise.all([command.pid!, ...children].map((pid) => getMemory({ pid }).catch(() => 0)));
    // A process that has just ended has no size.
    peakMemory = Math.max(
      peakMemory,
      sizes.reduce((sum, size) => sum + (size || 0), 0),
    );
    if (!state.isRunning) break;
    const busy = [command.pid, ...children, worker, ...(await findDecoderPids(worker))];
    const pausedAt = performance.now();
    signalAll(busy, 'SIGSTOP');
    times.without.push(...(await search(PHASE_SECONDS.without)));
    signalAll(busy, 'SIGCONT');
    pausedMs += performance.now() - pausedAt;
  }
  const text = (await output).toString();
  if (!text.includes(`${PHOTOGRAPHS.toLocaleString('en')} photographs imported`)) throw new Error(text);
  return { seconds: (state.endedAt - start - pausedMs) / 1000, times, peakMemory };
}

/** Sends searches at exponentially distributed intervals, without waiting for responses. Returns their times in milliseconds. */
async function search(seconds: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  const start = performance.now();
  for (let due = 0; due < seconds * 1000;) {
    times.push(measureRequest(`${ORIGIN}/api/locations?${nextQuery()}`));
    due -= (Math.log(1 - Math.random()) * 1000) / SEARCHES_PER_SECOND;
    await delay(Math.max(0, start + due - performance.now()));
  }
  return Promise.all(times);
}

async function measureRequest(url: string): Promise<number> {
  const start = performance.now();
  await sendRequest(url);
  return performance.now() - start;
}

function report(uploadSeconds: number, { seconds, times, peakMemory }: Measurement): void {
  console.log(
    `${PHOTOGRAPHS} photographs of 6 megapixels: ${uploadSeconds.toFixed(1)} s uploaded, ${seconds.toFixed(1)} s imported`,
  );
  console.log('| search | calls | p50 ms | p99 ms |\n|---|---|---|---|');
  for (const phase of ['without', 'with'] as const) {
    const cells = [0.5, 0.99].map((share) => percentile(times[phase], share).toFixed(1));
    console.log(`| ${phase} import | ${[times[phase].length, ...cells].join(' | ')} |`);
  }
  const perPhotograph = seconds / PHOTOGRAPHS;
  const uploadRatio = uploadSeconds / seconds;
  const searchRatio = percentile(times.with, 0.99) / percentile(times.without, 0.99);
  console.log(`import: ${perPhotograph.toFixed(2)} s a photograph (goal ${GOALS.secondsPerPhotograph})`);
  console.log(`as fast as uploads: ${uploadRatio.toFixed(2)} times (goal ${GOALS.uploadRatio})`);
  console.log(`p99 ratio of search: ${searchRatio.toFixed(2)} (goal ${GOALS.searchRatio})`);
  console.log(`peak memory of the command and its decoder: ${peakMemory} MB`);
  const isMissed =
    perPhotograph > GOALS.secondsPerPhotograph || uploadRatio < GOALS.uploadRatio || searchRatio > GOALS.searchRatio;
  if (isMissed) process.exitCode = 1;
}
