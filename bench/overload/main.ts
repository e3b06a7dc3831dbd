import autocannon from 'autocannon';
import { createFreshUrls } from '../http/fresh-urls.ts';
import { withPeakMemory } from '../memory.ts';
import { withServer } from '../server-process.ts';

/**
 * What the site does with more visitors than it can serve: a mix of visits must hold without an error, and where everybody asks for
 * a page that was never asked for before, those that nobody can render in time are refused with 503. Ends with an error where an
 * answer is neither, or memory goes beyond the goal.
 */
const SECONDS = Number(process.env['SECONDS'] ?? 15);
const WARM_UP_SECONDS = 6;
const GOAL_MB = 600;
const PORT = 3905;
const ORIGIN = `http://127.0.0.1:${PORT}`;
/** For a request to be answered, after which it counts as an error. */
const TIMEOUT_SECONDS = 30;

interface Case {
  readonly name: string;
  readonly connections: number;
  /** Whether some may be refused. */
  readonly overload: boolean;
  /** The next address to ask for. */
  readonly next: () => string;
}

const fresh = createFreshUrls();
const newPage = () => `/find-a-location?${fresh()}`;
const repeated = ['/', ...Array.from({ length: 50 }, newPage)];

/** Of twenty requests one asks for a new page, seven search, and the others ask for pages that were asked for before. */
function mixed(): () => string {
  let i = 0;
  return () => {
    const n = i++ % 20;
    if (n === 0) return newPage();
    return n < 8 ? `/api/locations?${fresh()}` : repeated[i % repeated.length]!;
  };
}

const mix = { name: 'mix of visits', overload: false, next: mixed() };
const pages = { name: 'new pages alone', overload: true, next: newPage };
const CASES: readonly Case[] = [
  { ...mix, connections: 320 },
  { ...mix, connections: 640 },
  { ...pages, connections: 1_200 },
  { ...pages, connections: 2_400 },
  { ...mix, connections: 320 },
];

await withServer(new URL('../http/server.ts', import.meta.url), PORT, async (_ready, server) => {
  await load({ ...mix, connections: 32 }, WARM_UP_SECONDS);
  console.log('| load | connections | pages and answers a second | refused | errors | p50 ms | p99 ms | memory MB |');
  console.log('|---|---|---|---|---|---|---|---|');
  let missed = false;
  for (const one of CASES) {
    const [result, memory] = await withPeakMemory(server, load(one, SECONDS));
    const rejected = result.statusCodeStats?.['503']?.count ?? 0;
    const errors = result.non2xx - rejected + result.errors;
    const rate = Math.round(result['2xx'] / result.duration);
    const { p50, p99 } = result.latency;
    console.log(`| ${[one.name, one.connections, rate, rejected, errors, p50, p99, memory].join(' | ')} |`);
    missed ||= errors > 0 || (rejected > 0 && !one.overload) || memory > GOAL_MB;
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
