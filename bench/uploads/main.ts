import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { locationImages } from '../../src/features/locations/editing/images/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { createFreshUrls } from '../fresh-urls.ts';
import { getMemory } from '../memory.ts';
import { raisePriority, pinToProcessor } from '../pin-processes.ts';
import { withServer } from '../server-process.ts';
import { findDecoderPids, findWorkerPid, signalAll } from '../signal-processes.ts';
import { sendRequest } from './send-request.ts';
import { PHOTOGRAPHS, type Ready, WARM_UP_PHOTOGRAPHS } from './server.ts';
import { percentile } from '../percentile.ts';

/**
 * Measures how uploading and processing 200 photographs of 12 megapixels affects the p99 of search. Searches at random times are
 * measured alternately with the upload running and paused, so that the ratio is stable on a noisy machine. Exits with 1 if the goal
 * is missed.
 */
/** Maximum ratio of the p99 with and without photographs. */
const GOAL = 1.5;
/** Average rate of searches. */
const SEARCHES_PER_SECOND = 40;
/** Warm-up until all code is compiled: parallel clients, each with one search after the other, and some photographs. */
const WARM_UP_VISITORS = 8;
const WARM_UP_SECONDS = 10;
/** Duration of a phase with photographs, and of one without. */
const PHASE_SECONDS = { with: 10, without: 5 };
const PORT = 3902;
const ORIGIN = `http://127.0.0.1:${PORT}`;

/** Shared by all phases, so that no URL is repeated. */
const nextQuery = createFreshUrls();
await withServer<Ready>(new URL('./server.ts', import.meta.url), PORT, async ({ token, locations }, server) => {
  const sender = startSender(token, locations);
  await once(sender, 'message');
  await raiseOwnPriority();
  await warmUp(sender);
  const worker = await findWorkerPid(server);
  const memory = { before: await getMemory(server), peak: 0 };
  const times = { with: [] as number[], without: [] as number[] };
  const done = { sent: 0, ingested: 0, ready: 0 };
  const sending = sendPhotographs(sender, PHOTOGRAPHS).then(() => (done.sent = toSeconds(times.with)));
  while (!done.ready) {
    times.with.push(...(await search(PHASE_SECONDS.with)));
    const { images, ready } = await countImages(token, locations);
    if (images === WARM_UP_PHOTOGRAPHS + PHOTOGRAPHS) done.ingested ||= toSeconds(times.with);
    if (ready === WARM_UP_PHOTOGRAPHS + PHOTOGRAPHS) done.ready = toSeconds(times.with);
    memory.peak = Math.max(memory.peak, await getMemory(server));
    const busy = [worker, ...(await findDecoderPids(worker)), sender.pid];
    signalAll(busy, 'SIGSTOP');
    times.without.push(...(await search(PHASE_SECONDS.without)));
    signalAll(busy, 'SIGCONT');
  }
  await sending;
  sender.disconnect();

  const { sent, ingested, ready } = done;
  console.log(`${PHOTOGRAPHS} photographs: sent after ${sent} s, ingested after ${ingested} s, ready after ${ready} s`);
  console.log(`memory of the server: ${memory.before} MB before, peak ${memory.peak} MB`);
  console.log('| search | calls | p50 ms | p99 ms |\n|---|---|---|---|');
  for (const phase of ['without', 'with'] as const) {
    const cells = [times[phase].length, ...[0.5, 0.99].map((share) => percentile(times[phase], share).toFixed(1))];
    console.log(`| ${phase} photographs | ${cells.join(' | ')} |`);
  }
  const ratio = percentile(times.with, 0.99) / percentile(times.without, 0.99);
  console.log(`p99 ratio: ${ratio.toFixed(2)} (goal ${GOAL})`);
  if (ratio > GOAL) process.exitCode = 1;
});

/**
 * Starts the sender with idle scheduling, since real clients run elsewhere: even at the lowest normal priority it would keep a
 * processor for milliseconds at a time.
 */
function startSender(token: string, locations: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL('./sender.ts', import.meta.url)), [ORIGIN, token, ...locations], {
    execPath: 'chrt',
    execArgv: ['--idle', '0', process.execPath, '--single-threaded-gc'],
  });
}

/**
 * Gives this process real-time priority on the processor of the worker, since real clients do not wait for a processor of the server.
 * Its own time, some tenths of a millisecond per search, is in all figures. Without permission the process runs unpinned.
 * It has to run with --single-threaded: at this priority it would wait for ever for helper threads of V8, which never get the processor.
 */
async function raiseOwnPriority(): Promise<void> {
  await raisePriority(process.pid)
    .then(() => pinToProcessor(1, process.pid, { allThreads: true }))
    .catch(() => {
      console.log('The priority cannot be raised here: the times include how long this process waits for a processor.');
    });
}

/** Resolves when this many more photographs have been uploaded. */
async function sendPhotographs(sender: ChildProcess, count: number): Promise<void> {
  sender.send(count);
  await once(sender, 'message');
}

async function warmUp(sender: ChildProcess): Promise<void> {
  const warmedUp = new AbortController();
  const visitors = Array.from({ length: WARM_UP_VISITORS }, async () => {
    while (!warmedUp.signal.aborted) await measureRequest(`${ORIGIN}/api/locations?${nextQuery()}`);
  });
  await Promise.all([sendPhotographs(sender, WARM_UP_PHOTOGRAPHS), delay(WARM_UP_SECONDS * 1000)]);
  warmedUp.abort();
  await Promise.all(visitors);
}

/** Returns the seconds for which the upload was not paused. */
function toSeconds(searches: readonly number[]): number {
  return Math.round(searches.length / SEARCHES_PER_SECOND) || 1;
}

/** Counts the ingested images, and those whose renditions are ready. */
async function countImages(token: string, locations: readonly string[]): Promise<{ images: number; ready: number }> {
  const api = createHttpApi({ origin: ORIGIN, token: () => token });
  const all = await Promise.all(locations.map((id) => api(locationImages, { id })));
  const rejected = all.flatMap(({ uploads }) => uploads).find(({ state }) => state === 'REJECTED');
  if (rejected) throw new Error(`a photograph was rejected: ${rejected.rejection_reason}`);
  const images = all.flatMap((location) => location.images);
  return { images: images.length, ready: images.filter(({ state }) => state === 'READY').length };
}

/**
 * Sends searches at exponentially distributed intervals, without waiting for responses (open workload), and returns their times in
 * milliseconds. At regular intervals, the change feed, which reads every second, would coincide with every fortieth search or with none.
 */
async function search(duration: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  const start = performance.now();
  /** When the next search is due, in milliseconds after the start. */
  let due = 0;
  while (times.length < duration * SEARCHES_PER_SECOND) {
    times.push(measureRequest(`${ORIGIN}/api/locations?${nextQuery()}`));
    due -= (Math.log(1 - Math.random()) * 1000) / SEARCHES_PER_SECOND;
    await delay(Math.max(0, start + due - performance.now()));
  }
  return Promise.all(times);
}

/** Returns the milliseconds until the response is complete. */
async function measureRequest(url: string): Promise<number> {
  const start = performance.now();
  await sendRequest(url);
  return performance.now() - start;
}
