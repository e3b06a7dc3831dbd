import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { locationImages } from '../../src/features/locations/images/contract.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { createFreshUrls } from '../http/fresh-urls.ts';
import { memoryOf } from '../memory.ts';
import { raisePriority, pinToProcessor } from '../pin-processes.ts';
import { withServer } from '../server-process.ts';
import { sendRequest } from './send-request.ts';
import { PHOTOGRAPHS, type Ready, WARM_UP_PHOTOGRAPHS } from './server.ts';
import { percentile } from '../percentile.ts';

/**
 * What 200 photographs of 12 megapixels on their way through the worker do to search: searches that come by chance, in turns while the
 * photographs go on and while they are held up, so that the ratio of the slowest hundredths holds on a noisy machine. Ends with an
 * error where it misses the goal.
 */
const GOAL = 1.5;
/** Searches a second, on average. */
const SEARCHES_PER_SECOND = 40;
/** Visitors who ask one search after the other, and photographs, before it counts: what runs for days is compiled to the last. */
const WARM_UP_VISITORS = 8;
const WARM_UP_SECONDS = 10;
/** Of a turn with photographs, and of one without. */
const TURN_SECONDS = { with: 10, without: 5 };
const PORT = 3902;
const ORIGIN = `http://127.0.0.1:${PORT}`;

/** One list for all phases, so that none asks again what another has asked. */
const next = createFreshUrls();
await withServer<Ready>(new URL('./server.ts', import.meta.url), PORT, async ({ token, locations }, server) => {
  const sender = startSender(token, locations);
  await once(sender, 'message');
  await comeFirst();
  await warmUp(sender);
  const worker = await findWorkerPid(server);
  const memory = { before: await memoryOf(server), most: 0 };
  const times = { with: [] as number[], without: [] as number[] };
  const done = { sent: 0, takenIn: 0, ready: 0 };
  const sending = sendBy(sender, PHOTOGRAPHS).then(() => (done.sent = seconds(times.with)));
  while (!done.ready) {
    times.with.push(...(await search(TURN_SECONDS.with)));
    const { images, ready } = await countImages(token, locations);
    if (images === WARM_UP_PHOTOGRAPHS + PHOTOGRAPHS) done.takenIn ||= seconds(times.with);
    if (ready === WARM_UP_PHOTOGRAPHS + PHOTOGRAPHS) done.ready = seconds(times.with);
    memory.most = Math.max(memory.most, await memoryOf(server));
    hold([worker, sender.pid], 'SIGSTOP');
    times.without.push(...(await search(TURN_SECONDS.without)));
    hold([worker, sender.pid], 'SIGCONT');
  }
  await sending;
  sender.disconnect();

  const { sent, takenIn, ready } = done;
  console.log(
    `${PHOTOGRAPHS} photographs sent within ${sent} s, taken in within ${takenIn} s, ready within ${ready} s`,
  );
  console.log(`memory of the server: ${memory.before} MB before, at most ${memory.most} MB meanwhile`);
  console.log('| search | calls | p50 ms | p99 ms |\n|---|---|---|---|');
  for (const turn of ['without', 'with'] as const) {
    const cells = [times[turn].length, ...[0.5, 0.99].map((part) => percentile(times[turn], part).toFixed(1))];
    console.log(`| ${turn} photographs | ${cells.join(' | ')} |`);
  }
  const ratio = percentile(times.with, 0.99) / percentile(times.without, 0.99);
  console.log(`p99 with against without: ${ratio.toFixed(2)} (goal ${GOAL})`);
  if (ratio > GOAL) process.exitCode = 1;
});

/**
 * What the sender does is done by the telephones of owners elsewhere, so it gets a processor only where nobody else wants one: of
 * the lowest priority it would still be let finish its turn, milliseconds at a time.
 */
function startSender(token: string, locations: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL('./sender.ts', import.meta.url)), [ORIGIN, token, ...locations], {
    execPath: 'chrt',
    execArgv: ['--idle', '0', process.execPath, '--single-threaded-gc'],
  });
}

/**
 * The searching is done by the devices of visitors elsewhere, which wait for no processor of the server's: it comes first on the one
 * that the worker has as well, and seldom takes the other. So this process has one thread (`--single-threaded`), and compiles nothing
 * anew while it measures (`--no-opt --no-maglev --always-sparkplug`), which took several milliseconds that counted as the server's.
 * Its own time, some tenths of a millisecond a search, is in all figures alike. Where it may not come first it goes where there is room.
 */
async function comeFirst(): Promise<void> {
  await raisePriority(process.pid)
    .then(() => pinToProcessor(1, process.pid, { allThreads: true }))
    .catch(() => {
      console.log(
        'This user may not raise priorities: the times contain how long the searching itself waits for a processor.',
      );
    });
}

/** Resolves when so many photographs more have arrived. */
async function sendBy(sender: ChildProcess, photographs: number): Promise<void> {
  sender.send(photographs);
  await once(sender, 'message');
}

async function warmUp(sender: ChildProcess): Promise<void> {
  const warm = new AbortController();
  const visitors = Array.from({ length: WARM_UP_VISITORS }, async () => {
    while (!warm.signal.aborted) await timed(`${ORIGIN}/api/locations?${next()}`);
  });
  await Promise.all([sendBy(sender, WARM_UP_PHOTOGRAPHS), delay(WARM_UP_SECONDS * 1000)]);
  warm.abort();
  await Promise.all(visitors);
}

/** Stops processes where they are, or lets them go on; one that has ended is let be. */
function hold(pids: readonly (number | undefined)[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      if (pid !== undefined) process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Seconds for which the photographs were not held up. */
function seconds(searches: readonly number[]): number {
  return Math.round(searches.length / SEARCHES_PER_SECOND) || 1;
}

/** How many photographs are images, and how many of these are ready. */
async function countImages(token: string, locations: readonly string[]): Promise<{ images: number; ready: number }> {
  const api = createHttpApi({ origin: ORIGIN, token: () => token });
  const all = await Promise.all(locations.map((id) => api(locationImages, { id })));
  const rejected = all.flatMap((one) => one.uploads).find(({ state }) => state === 'REFUSED');
  if (rejected) throw new Error(`a photograph was refused: ${rejected.problem}`);
  const images = all.flatMap((one) => one.images);
  return { images: images.length, ready: images.filter(({ state }) => state === 'READY').length };
}

/**
 * Searches as visitors do who know nothing of each other, whether answers are slow or not, and gives how long each took in
 * milliseconds. At even distances each second's first look for changes would meet either every fortieth of them or none.
 */
async function search(duration: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  const from = performance.now();
  /** Milliseconds after the beginning; between two of them there are exponential distances. */
  let due = 0;
  while (times.length < duration * SEARCHES_PER_SECOND) {
    times.push(timed(`${ORIGIN}/api/locations?${next()}`));
    due -= (Math.log(1 - Math.random()) * 1000) / SEARCHES_PER_SECOND;
    await delay(Math.max(0, from + due - performance.now()));
  }
  return Promise.all(times);
}

/** Milliseconds until the answer is there. */
async function timed(address: string): Promise<number> {
  const from = performance.now();
  await sendRequest(address);
  return performance.now() - from;
}

async function findWorkerPid({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid), '-f', 'worker.ts']);
  return Number(stdout);
}
