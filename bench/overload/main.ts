import autocannon from 'autocannon';
import { createFreshUrls } from '../fresh-urls.ts';
import { withPeakMemory } from '../memory.ts';
import { percentile } from '../percentile.ts';
import { withServer } from '../server-process.ts';

/**
 * Measures the site under overload. A typical mix of requests must be served without errors. If all requests are for new pages or for the
 * API, those beyond the capacity may be rejected with 503, and those that are admitted must stay fast. Exits with 1 on any other error,
 * or if memory or times exceed the goals.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 15);
const WARM_UP_SECONDS = 6;
/** What docs/operations.md tells operators to allow for a node. */
const GOAL_MB = 1_000;
/** The 99th percentile of admitted API requests. */
const API_GOAL_MS = 1_500;
const PORT = 3905;
const ORIGIN = `http://127.0.0.1:${PORT}`;
/** A request that takes longer counts as an error. */
const TIMEOUT_SECONDS = 30;

interface Case {
  readonly name: string;
  readonly connections: number;
  /** Whether requests may be rejected. */
  readonly overload: boolean;
  /** Whether all requests are for the API, and must stay fast. */
  readonly api?: boolean;
  /** Returns the path of the next request. */
  readonly next: () => string;
}

/** The result of a load, with the times of the requests that were not rejected. */
interface Load {
  readonly result: autocannon.Result;
  readonly admitted: readonly number[];
}

const fresh = createFreshUrls();
const newPage = () => `/find-a-location?${fresh()}`;
const repeated = ['/', ...Array.from({ length: 50 }, newPage)];

/** One in 20 requests is for a new page, seven are API searches, and the others are for pages requested before. */
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
const searches = { name: 'API: searches', overload: true, api: true, next: () => `/api/locations?${fresh()}` };
const record = () => '/api/locations/by-url/eilean-donan-castle';
const records = { name: 'API: locations (database)', overload: true, api: true, next: record };
const CASES: readonly Case[] = [
  { ...mix, connections: 320 },
  { ...mix, connections: 640 },
  { ...pages, connections: 1_200 },
  { ...pages, connections: 2_400 },
  { ...searches, connections: 320 },
  { ...searches, connections: 1_200 },
  { ...records, connections: 320 },
  { ...records, connections: 1_200 },
  { ...mix, connections: 320 },
];

await withServer(new URL('./server.ts', import.meta.url), PORT, async (_ready, server) => {
  await load({ ...mix, connections: 32 }, WARM_UP_SECONDS);
  console.log(
    '| load | connections | admitted per second | p50 ms | p99 ms | rejected per second | errors | memory MB |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  let missed = false;
  for (const benchCase of CASES) {
    const { name, connections, overload, api = false } = benchCase;
    const [{ result, admitted }, memory] = await withPeakMemory(server, load(benchCase, SECONDS));
    const rejected = result.statusCodeStats?.['503']?.count ?? 0;
    const errors = result.non2xx - rejected + result.errors;
    const rates = [result['2xx'], rejected].map((count) => Math.round(count / result.duration));
    const [p50, p99] = [0.5, 0.99].map((share) => Math.round(percentile(admitted, share)));
    console.log(`| ${[name, connections, rates[0], p50, p99, rates[1], errors, memory].join(' | ')} |`);
    missed ||= errors > 0 || (rejected > 0 && !overload) || memory > GOAL_MB || (api && (p99 ?? 0) > API_GOAL_MS);
  }
  if (missed) process.exitCode = 1;
});

async function load({ connections, next }: Case, duration: number): Promise<Load> {
  const admitted: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: ORIGIN,
        connections,
        duration,
        timeout: TIMEOUT_SECONDS,
        requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
      },
      (error, finished) => (error ? reject(error as Error) : resolve(finished)),
    );
    instance.on('response', (_client, status, _bytes, ms) => void (status < 300 && admitted.push(ms)));
  });
  return { result, admitted };
}
