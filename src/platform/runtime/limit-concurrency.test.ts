import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { QueueTimeoutError, limitConcurrency } from './limit-concurrency.ts';

test('runs tasks in order with limited concurrency, and continues after a failure', async () => {
  const limited = limitConcurrency(2);
  const started: number[] = [];
  let [running, max] = [0, 0];
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((n) =>
      limited(async () => {
        started.push(n);
        max = Math.max(max, ++running);
        await setImmediate();
        running--;
        if (n % 2) throw new Error(`${n} failed`);
        return n;
      }),
    ),
  );
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(max).toBe(2);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    0,
    'Error: 1 failed',
    2,
    'Error: 3 failed',
    4,
    'Error: 5 failed',
  ]);
});

test('rejects a task that waits longer than the timeout, without running it', async () => {
  vi.useFakeTimers();
  try {
    const limited = limitConcurrency(1, 1_000);
    const done: string[] = [];
    const blocker = Promise.withResolvers<void>();
    const run = (name: string, until?: Promise<void>) => limited(async () => void (await until, done.push(name)));
    const first = run('first', blocker.promise);
    const early = expect(run('early')).rejects.toThrow(QueueTimeoutError);
    vi.advanceTimersByTime(999);
    const late = run('late');
    vi.advanceTimersByTime(1);
    await early;
    vi.advanceTimersByTime(998);
    blocker.resolve();
    await Promise.all([first, late]);
    // The timeout does not apply to running tasks.
    vi.advanceTimersByTime(5_000);
    await run('last');
    expect(done).toEqual(['first', 'late', 'last']);
  } finally {
    vi.useRealTimers();
  }
});
