import { setTimeout as delay } from 'node:timers/promises';
import type { BulkChangeDetails } from '../../src/features/locations/bulk-changes/schema.ts';
import { percentile } from '../percentile.ts';
import { withServer } from '../server-process.ts';
import type { SeededData } from './seed.ts';

/**
 * Measures bulk changes of a catalogue of 100,000 locations: the time of the preview of all, locations per second of changes of some
 * ten thousand and of undoing one, and how long other requests take before and meanwhile. Exits with 1 if a goal is missed.
 */
const PREVIEW_GOAL_MS = 10_000;
/** Locations per second. */
const RATE_GOAL = 50;
/** The 95th percentile of other requests while a change runs. */
const LATENCY_GOAL_MS = 500;
const PORT = 3905;
const REQUEST_INTERVAL_MS = 40;
const POLL_INTERVAL_MS = 500;
const QUIET_MS = 5_000;

const matching = (status: string) => ({ matching: { query: '', filters: { all: [{ status: [status] }] } } });
const ALL = { matching: { query: '', filters: { all: [] } } };

await withServer<SeededData>(new URL('./bulk-server.ts', import.meta.url), PORT, async ({ token, options }) => {
  const call = async <Result>(method: string, path: string, body?: object): Promise<Result> => {
    const response = await fetch(`http://127.0.0.1:${PORT}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Result;
  };
  const preview = (selection: object, action: object) =>
    call<BulkChangeDetails>('POST', '/admin/bulk-changes', { selection, action });

  /** Sends requests of the back office and of visitors until the condition is false. Returns their times. */
  const measureRequests = async (isGoingOn: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    for (let n = 0; isGoingOn(); n++) {
      const start = performance.now();
      if (n % 2 === 0) await call('POST', '/admin/locations/search', { query: 'castle' });
      else await call('GET', '/locations?query=castle');
      times.push(performance.now() - start);
      await delay(REQUEST_INTERVAL_MS);
    }
    return times;
  };

  /** Waits until the job has ended. Returns the number of locations per second, and the times of other requests. */
  const run = async (
    id: string,
    command: 'start' | 'undo',
  ): Promise<{ rate: number; locations: number; times: number[] }> => {
    const start = performance.now();
    await call('POST', `/admin/bulk-changes/${id}/${command}`, {});
    let isRunning = true;
    const requests = measureRequests(() => isRunning);
    let change: BulkChangeDetails;
    do {
      await delay(POLL_INTERVAL_MS);
      change = await call<BulkChangeDetails>('GET', `/admin/bulk-changes/${id}`);
    } while (change.state === 'RUNNING' || change.state === 'UNDOING');
    const seconds = (performance.now() - start) / 1000;
    isRunning = false;
    const locations = change.counts[command === 'start' ? 'CHANGED' : 'UNDONE'];
    return { rate: locations / seconds, locations, times: await requests };
  };

  const report = (name: string, { rate, locations, times }: Awaited<ReturnType<typeof run>>) => {
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    if (rate < RATE_GOAL || p95 > LATENCY_GOAL_MS) process.exitCode = 1;
    console.log(`| ${name} | ${locations} | ${rate.toFixed(0)} | ${p50.toFixed(0)} | ${p95.toFixed(0)} |`);
  };

  const { name: category } = options.find(({ field }) => field === 'category')!;
  const add = { kind: 'add', field: 'category', options: [category] };
  console.log('| preview | locations | to be changed | refused | ms |\n|---|---|---|---|---|');
  for (const action of [add, { kind: 'feature', featured: true }, { kind: 'publish' }]) {
    const start = performance.now();
    const { counts } = await preview(ALL, action);
    const time = performance.now() - start;
    if (time > PREVIEW_GOAL_MS) process.exitCode = 1;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    console.log(`| ${action.kind} | ${total} | ${counts.PENDING} | ${counts.REFUSED} | ${time.toFixed(0)} |`);
  }

  console.log('\n| change | locations | per second | other requests p50 ms | p95 ms |\n|---|---|---|---|---|');
  const end = performance.now() + QUIET_MS;
  const quiet = await measureRequests(() => performance.now() < end);
  console.log(`| none | 0 | 0 | ${percentile(quiet, 0.5).toFixed(0)} | ${percentile(quiet, 0.95).toFixed(0)} |`);
  const added = await preview(matching('NEW'), add);
  report('add an option', await run(added.id, 'start'));
  report('undo it', await run(added.id, 'undo'));
  report('publish', await run((await preview(matching('CHANGED'), { kind: 'publish' })).id, 'start'));
});
