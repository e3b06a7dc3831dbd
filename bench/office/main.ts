import type { ChildProcess } from 'node:child_process';
import { TABLE_PAGE_SIZE } from '../../src/platform/http/paging.ts';
import { getMemory, withPeakMemory } from '../memory.ts';
import { percentile } from '../percentile.ts';
import { createRandom, randomInteger } from '../search/random.ts';
import { withServer } from '../server-process.ts';
import { ROWS } from './rows.ts';
import type { SeededData } from './seed.ts';
import { type List, type Page, type Request, createLists, createPages } from './list-queries.ts';

/**
 * Measures the response times of all lists of the back office over HTTP, with more rows than an agency will have: random queries, for
 * each the first, a random and the last page; of its pages that load as a whole; and the memory of the server during the export of each
 * list. Exits with 1 if a goal is missed.
 */
const GOAL_MS = 100;
/** For figures of the whole catalogue, which the team opens once a day. */
const OVERVIEW_GOAL_MS = 200;
/** Maximum memory growth of the server during an export. */
const GOAL_MB = 150;
const CALLS = 150;
/** Calls before the measurement starts. */
const WARM_UP = 20;
const PORT = 3904;

await withServer<SeededData>(new URL('./server.ts', import.meta.url), PORT, async (data, server) => {
  console.log(
    Object.entries(ROWS)
      .map(([table, rows]) => `${rows.toLocaleString('en-GB')} ${table}`)
      .join(', '),
  );
  const lists = createLists(data);
  console.log('\n| list | p50 ms | p95 ms | slowest ms | goal |\n|---|---|---|---|---|');
  for (const list of lists) console.log(await measureList(list, data.token));
  for (const page of createPages(data)) console.log(await measurePage(page, data.token));
  console.log('\n| file | rows | MB | s | memory before MB | peak MB | goal |\n|---|---|---|---|---|---|---|');
  for (const list of lists) if (list.file) console.log(await measureExport(list.name, list.file, data.token, server));
});

async function measureList({ name, createQuery }: List, token: string): Promise<string> {
  const random = createRandom(1);
  const times: number[] = [];
  let slowest: Request | undefined;
  for (let n = -WARM_UP; n < CALLS; n++) {
    const { page, total } = createQuery(random);
    const measured = async (number: number) => {
      const request = page(number);
      const { response, time } = await measureRequest(request, token);
      if (n >= 0 && times.every((other) => other < time)) slowest = request;
      if (n >= 0) times.push(time);
      return response;
    };
    const last = Math.max(1, Math.ceil(total((await measured(1)) as never) / TABLE_PAGE_SIZE));
    await measured(randomInteger(random, 1, last));
    await measured(last);
  }
  if (Math.max(...times) >= GOAL_MS) console.error(JSON.stringify(slowest));
  return toRow(name, times, GOAL_MS);
}

async function measurePage({ name, path }: Page, token: string): Promise<string> {
  const random = createRandom(1);
  const times: number[] = [];
  for (let n = -WARM_UP; n < CALLS; n++) {
    const { time } = await measureRequest({ path: path(random) }, token);
    if (n >= 0) times.push(time);
  }
  return toRow(name, times, name === 'overview' ? OVERVIEW_GOAL_MS : GOAL_MS);
}

/** Returns a row of the report, and makes the benchmark fail if the goal is missed. */
function toRow(name: string, times: readonly number[], goal: number): string {
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1));
  if (Number(p95) >= goal) process.exitCode = 1;
  return `| ${name} | ${p50} | ${p95} | ${max} | ${goal} |`;
}

async function measureRequest(request: Request, token: string): Promise<{ response: unknown; time: number }> {
  const start = performance.now();
  const response: unknown = await (await send(request, token)).json();
  return { response, time: performance.now() - start };
}

async function send({ path, body }: Request, token: string): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${PORT}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

async function measureExport(name: string, file: Request, token: string, server: ChildProcess): Promise<string> {
  const before = await getMemory(server);
  const start = performance.now();
  const [{ bytes, lines }, peak] = await withPeakMemory(server, download(file, token));
  const seconds = (performance.now() - start) / 1000;
  if (peak - before > GOAL_MB) process.exitCode = 1;
  const size = (bytes / 1024 ** 2).toFixed(0);
  return `| ${name} | ${lines - 1} | ${size} | ${seconds.toFixed(1)} | ${before} | ${peak} | +${GOAL_MB} |`;
}

async function download(file: Request, token: string): Promise<{ bytes: number; lines: number }> {
  let [bytes, lines] = [0, 0];
  for await (const chunk of (await send(file, token)).body!) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return { bytes, lines };
}
