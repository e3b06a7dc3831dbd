import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { pinToProcessor } from '../pin-processes.ts';
import { withServer } from '../server-process.ts';
import { createFreshUrls } from './fresh-urls.ts';
import type { Sample } from './server.ts';

/**
 * What the product adds to the plain host: each answer measured against the same bytes sent from memory by the same server,
 * in turns, so that the ratio holds on a noisy machine.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 3);
/** Before it counts: what runs for days is compiled to the last, in every thread that renders. */
const WARM_UP_SECONDS = 6;
const ROUNDS = 5;
const CONNECTIONS = 16;
/** Answers kept in memory to compare with. */
const SAMPLES = 50;
const PORT = 3900;
const ORIGIN = `http://127.0.0.1:${PORT}`;

interface Case {
  readonly name: string;
  readonly goal: number;
  /** The next address to ask for. */
  readonly next: () => string;
}

const fresh = createFreshUrls();
const CASES: readonly Case[] = [
  { name: 'GET /api/locations, changing queries', goal: 0.5, next: () => `/api/locations?${fresh()}` },
  { name: 'Find a location, every address new', goal: 0.08, next: () => `/find-a-location?${fresh()}` },
  {
    name: 'Find a location, addresses repeat',
    goal: 0.5,
    next: repeated(Array.from({ length: 50 }, () => `/find-a-location?${fresh()}`)),
  },
];

await withServer(new URL('./server.ts', import.meta.url), PORT, async (_ready, server) => {
  await keepApart(server);
  console.log('| answer | bytes | a second | same bytes from memory | ratio | goal |\n|---|---|---|---|---|---|');
  for (const one of CASES) console.log(await measure(one, server));
});

/**
 * Visitors ask from elsewhere. On one machine the system may let the asking run in place of the thread that has just answered, and
 * counts it as that one's time, the more often the longer answers take: so the thread that answers and the asking each get a
 * processor of their own; pages are rendered where there is room.
 */
async function keepApart({ pid }: ChildProcess): Promise<void> {
  await Promise.all([
    pinToProcessor(0, pid!, { allThreads: false }),
    pinToProcessor(1, process.pid, { allThreads: true }),
  ]).catch(() => {
    console.log(
      'Processors cannot be chosen here: the figures contain how the asking and the answering get in their way.',
    );
  });
}

async function measure({ name, goal, next }: Case, server: ChildProcess): Promise<string> {
  const { bytes, inMemory } = await keepSamples(next, server);
  await load(next, WARM_UP_SECONDS);
  const rounds: { ours: number; memory: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ ours: await load(next, SECONDS), memory: await load(inMemory, SECONDS) });
  }
  const ratio = median(rounds.map(({ ours, memory }) => ours / memory));
  const cells = [
    name,
    bytes,
    Math.round(median(rounds.map((r) => r.ours))),
    Math.round(median(rounds.map((r) => r.memory))),
  ];
  return `| ${cells.join(' | ')} | ${ratio.toFixed(3)} | ${goal.toFixed(2)} |`;
}

/** Keeps some of the answers in the server's memory, and says how large they are on average and how to ask for them in turn. */
async function keepSamples(
  next: () => string,
  server: ChildProcess,
): Promise<{ bytes: number; inMemory: () => string }> {
  let bytes = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const answer = await fetch(ORIGIN + next());
    const body = await answer.text();
    bytes += Buffer.byteLength(body) / SAMPLES;
    const type = answer.headers.get('content-type') ?? '';
    server.send({ name: String(i), type, body } satisfies Sample);
  }
  return { bytes: Math.round(bytes), inMemory: repeated(Array.from({ length: SAMPLES }, (_, i) => `/bench/${i}`)) };
}

/** Requests answered with 200 in a second. */
async function load(next: () => string, duration: number): Promise<number> {
  const result = await autocannon({
    url: ORIGIN,
    connections: CONNECTIONS,
    duration,
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers were no success, ${result.errors} failed`);
  return result['2xx'] / result.duration;
}

function repeated(addresses: readonly string[]): () => string {
  let i = 0;
  return () => addresses[i++ % addresses.length] ?? '';
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
