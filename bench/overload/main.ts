import autocannon from 'autocannon';
import { createFreshUrls } from '../http/fresh-urls.ts';
import { withPeakMemory } from '../memory.ts';
import { withServer } from '../server-process.ts';

/**
 * Measures the site under overload. A typical mix of requests must be served without errors. If all requests are for new pages, those
 * that cannot be rendered in time may be rejected with 503. Exits with 1 on any other error, or if the memory exceeds the goal.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 15);
const WARM_UP_SECONDS = 6;
const GOAL_MB = 600;
const PORT = 3905;
const ORIGIN = `http://127.0.0.1:${PORT}`;
/** A request that takes longer counts as an error. */
const TIMEOUT_SECONDS = 30;

interface Case {
  readonly name: string;
  readonly connections: number;
  /** Whether requests may be rejected. */
  readonly overload: boolean;
  /** Returns the path of the next request. */
  readonly next: () => string;
}

const fresh = createFreshUrls();
const newPage = () => `/find-a-location?${fresh()}`;
const repeated = ['/', ...Array.from({ length: 50 }, newPage)];

/** Of 20 requests, one is for a new page, seven are API searches, and the rest are for pages that were requested before. */
function mixed(): () => string {
  let i = 0;
  return () => {
    const n = i++ % 20;
    if (n === 0) return newPage();
    return n < 8 ? `/api/locations?${fresh()}` : repeated[i % repeated.length]!;
  };
}

const mix = { name: 'mix of requests', overload: false, next: mixed() };
const pages = { name: 'new pages only', overload: true, next: newPage };
const CASES: readonly Case[] = [
  { ...mix, connections: 320 },
  { ...mix, connections: 640 },
  { ...pages, connections: 1_200 },
  { ...pages, connections: 2_400 },
  { ...mix, connections: 320 },
];

await withServer(new URL('../http/server.ts', import.meta.url), PORT, async (_ready, server) => {
  await load({ ...mix, connections: 32 }, WARM_UP_SECONDS);
  console.log('| load | connections | responses per second | rejected | errors | p50 ms | p99 ms | memory MB |');
  console.log('|---|---|---|---|---|---|---|---|');
  let missed = false;
  for (const benchCase of CASES) {
    const { name, connections, overload } = benchCase;
    const [result, memory] = await withPeakMemory(server, load(benchCase, SECONDS));
    const rejected = result.statusCodeStats?.['503']?.count ?? 0;
    const errors = result.non2xx - rejected + result.errors;
    const rate = Math.round(result['2xx'] / result.duration);
    const { p50, p99 } = result.latency;
    console.log(`| ${[name, connections, rate, rejected, errors, p50, p99, memory].join(' | ')} |`);
    missed ||= errors > 0 || (rejected > 0 && !overload) || memory > GOAL_MB;
  }
  if (missed) process.exitCode = 1;
});

async function load({ connections, next }: Case, duration: number): Promise<autocannon.Result> {
  return await autocannon({
    url: ORIGIN,
    connections,
    duration,
    timeout: TIMEOUT_SECONDS,
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  });
}
