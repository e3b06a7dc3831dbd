import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('things are done so many at a time, in their order, and one that fails holds up none', async () => {
  const limited = atMost(2);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const answers = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((n) =>
      limited(async () => {
        begun.push(n);
        most = Math.max(most, ++running);
        await setImmediate();
        running--;
        if (n % 2) throw new Error(`${n} failed`);
        return n;
      }),
    ),
  );
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  expect(most).toBe(2);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    ...[0, 'Error: 1 failed', 2, 'Error: 3 failed', 4, 'Error: 5 failed'],
  ]);
});
