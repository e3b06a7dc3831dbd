import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { pinToProcessor } from '../pin-processes.ts';
import { withServer } from '../server-process.ts';
import { createFreshUrls } from './fresh-urls.ts';
import type { Sample } from './server.ts';

/**
 * Compares the request rates of responses with the same bytes sent from memory by the same server. Both are measured alternately, so
 * that the ratio is stable on a noisy machine.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 3);
/** Until all code is compiled, in every render worker. */
const WARM_UP_SECONDS = 6;
const ROUNDS = 5;
const CONNECTIONS = 16;
/** Responses held in memory for the comparison. */
const SAMPLES = 50;
const PORT = 3900;
const ORIGIN = `http://127.0.0.1:${PORT}`;

interface Case {
  readonly name: string;
  /** Minimum ratio. */
  readonly goal: number;
  /** Returns the path of the next request. */
  readonly next: () => string;
}

const fresh = createFreshUrls();
const CASES: readonly Case[] = [
  { name: 'GET /api/locations, changing queries', goal: 0.15, next: () => `/api/locations?${fresh()}` },
  { name: 'Find a location, new URLs', goal: 0.02, next: () => `/find-a-location?${fresh()}` },
  {
    name: 'Find a location, repeated URLs',
    goal: 0.12,
    next: cycle(Array.from({ length: 50 }, () => `/find-a-location?${fresh()}`)),
  },
];

await withServer(new URL('./server.ts', import.meta.url), PORT, async (_ready, server) => {
  await separateProcessors(server);
  console.log('| response | bytes | per second | same bytes from memory | ratio | goal |\n|---|---|---|---|---|---|');
  for (const benchCase of CASES) console.log(await measure(benchCase, server));
});

/**
 * Pins the main thread of the server and this process to different processors. Real clients run elsewhere; on the same processor the
 * load generator would preempt the server. Render workers are not pinned.
 */
async function separateProcessors({ pid }: ChildProcess): Promise<void> {
  await Promise.all([
    pinToProcessor(0, pid!, { allThreads: false }),
    pinToProcessor(1, process.pid, { allThreads: true }),
  ]).catch(() => {
    console.log('Processes cannot be pinned here: the figures include contention between server and load generator.');
  });
}

async function measure({ name, goal, next }: Case, server: ChildProcess): Promise<string> {
  const { bytes, inMemory } = await sendSamples(next, server);
  await load(next, WARM_UP_SECONDS);
  const rounds: { site: number; memory: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ site: await load(next, SECONDS), memory: await load(inMemory, SECONDS) });
  }
  const ratio = median(rounds.map(({ site, memory }) => site / memory));
  const cells = [
    name,
    bytes,
    Math.round(median(rounds.map((r) => r.site))),
    Math.round(median(rounds.map((r) => r.memory))),
  ];
  return `| ${cells.join(' | ')} | ${ratio.toFixed(3)} | ${goal.toFixed(2)} |`;
}

/** Sends some responses to the server as samples. Returns their average size and a function that cycles through their paths. */
async function sendSamples(
  next: () => string,
  server: ChildProcess,
): Promise<{ bytes: number; inMemory: () => string }> {
  let bytes = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const response = await fetch(ORIGIN + next());
    const body = await response.text();
    bytes += Buffer.byteLength(body) / SAMPLES;
    const type = response.headers.get('content-type') ?? '';
    server.send({ name: String(i), type, body } satisfies Sample);
  }
  return { bytes: Math.round(bytes), inMemory: cycle(Array.from({ length: SAMPLES }, (_, i) => `/bench/${i}`)) };
}

/** Returns the number of successful requests per second. */
async function load(next: () => string, duration: number): Promise<number> {
  const result = await autocannon({
    url: ORIGIN,
    connections: CONNECTIONS,
    duration,
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} responses were not 2xx, ${result.errors} requests failed`);
  return result['2xx'] / result.duration;
}

function cycle(paths: readonly string[]): () => string {
  let i = 0;
  return () => paths[i++ % paths.length] ?? '';
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
