import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { QueueTimeoutError, limitConcurrency } from './limit-concurrency.ts';

test('things are done so many at a time, in their order, and one that fails holds up none', async () => {
  const limited = limitConcurrency(2);
  const begun: number[] = [];
  let [running, max] = [0, 0];
  const answers = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((n) =>
      limited(async () => {
        begun.push(n);
        max = Math.max(max, ++running);
        await setImmediate();
        running--;
        if (n % 2) throw new Error(`${n} failed`);
        return n;
      }),
    ),
  );
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(max).toBe(2);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    ...[0, 'Error: 1 failed', 2, 'Error: 3 failed', 4, 'Error: 5 failed'],
  ]);
});

test('what waits too long for its turn is not done, and what waits no longer than that is', async () => {
  vi.useFakeTimers();
  try {
    const limited = limitConcurrency(1, 1_000);
    const done: string[] = [];
    const held = Promise.withResolvers<void>();
    const act = (name: string, until?: Promise<void>) => limited(async () => void (await until, done.push(name)));
    const first = act('first', held.promise);
    const early = expect(act('early')).rejects.toThrow(QueueTimeoutError);
    vi.advanceTimersByTime(999);
    const late = act('late');
    vi.advanceTimersByTime(1);
    await early;
    vi.advanceTimersByTime(998);
    held.resolve();
    await Promise.all([first, late]);
    // What is being done may take its time.
    vi.advanceTimersByTime(5_000);
    await act('last');
    expect(done).toEqual(['first', 'late', 'last']);
  } finally {
    vi.useRealTimers();
  }
});
