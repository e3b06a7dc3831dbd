import type { ChildProcess } from 'node:child_process';
import { TABLE_PAGE_SIZE } from '../../src/platform/http/paging.ts';
import { memoryOf, withPeakMemory } from '../memory.ts';
import { percentile } from '../percentile.ts';
import { seeded, whole } from '../search/random.ts';
import { withServer } from '../server-process.ts';
import { type SeededData, ROWS } from './seed.ts';
import { type List, type Request, listsOf } from './list-queries.ts';

/**
 * How long the lists of the back office take to answer, over HTTP and signed in, with as many rows as an agency will ever have:
 * random questions, of each the first page, one in the middle and the last one; and how much memory the server takes while each
 * list is kept as a file. Ends with an error where one misses its goal.
 */
const GOAL_MS = 100;
/** By which the memory of the server may grow during an export. */
const GOAL_MB = 150;
const CALLS = 150;
/** Before it counts. */
const WARM_UP = 20;
const PORT = 3904;

await withServer<SeededData>(new URL('./server.ts', import.meta.url), PORT, async (filled, server) => {
  console.log(
    Object.entries(ROWS)
      .map(([table, rows]) => `${rows.toLocaleString('en-GB')} ${table}`)
      .join(', '),
  );
  const lists = listsOf(filled);
  console.log('\n| list | p50 ms | p95 ms | slowest ms | goal |\n|---|---|---|---|---|');
  for (const list of lists) console.log(await measureList(list, filled.token));
  console.log('\n| file | rows | MB | s | memory before MB | most MB | goal |\n|---|---|---|---|---|---|---|');
  for (const list of lists) if (list.file) console.log(await measureExport(list.name, list.file, filled.token, server));
});

async function measureList({ name, ask }: List, token: string): Promise<string> {
  const random = seeded(1);
  const times: number[] = [];
  let slowest: Request | undefined;
  for (let n = -WARM_UP; n < CALLS; n++) {
    const { page, total } = ask(random);
    const measured = async (number: number) => {
      const request = page(number);
      const { answer, time } = await timed(request, token);
      if (n >= 0 && times.every((other) => other < time)) slowest = request;
      if (n >= 0) times.push(time);
      return answer;
    };
    const last = Math.max(1, Math.ceil(total((await measured(1)) as never) / TABLE_PAGE_SIZE));
    await measured(whole(random, 1, last));
    await measured(last);
  }
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1));
  if (Number(p95) >= GOAL_MS) process.exitCode = 1;
  if (Number(max) >= GOAL_MS) console.error(JSON.stringify(slowest));

  return `| ${name} | ${p50} | ${p95} | ${max} | ${GOAL_MS} |`;
}

async function timed(request: Request, token: string): Promise<{ answer: unknown; time: number }> {
  const from = performance.now();
  const response = await send(request, token);
  const answer: unknown = await response.json();
  return { answer, time: performance.now() - from };
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
  const before = await memoryOf(server);
  const from = performance.now();
  const [{ bytes, lines }, peak] = await withPeakMemory(server, download(file, token));
  const seconds = (performance.now() - from) / 1000;
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
