import { expect, test } from 'vitest';
import { LocalCounter } from './local-counter.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24) + seconds * 1000);

test('permits the maximum in each window, and says when the next one begins', () => {
  const counter = new LocalCounter();
  const count = (seconds: number) => counter.count([{ key: 'network', max: 2 }], 60, at(seconds));
  expect([count(0), count(10), count(20), count(59.5), count(60), count(61), count(62)]).toEqual([
    0, 0, 40, 1, 0, 0, 58,
  ]);
});

test('counts a request that a small network may not send for none of the larger ones', () => {
  const counter = new LocalCounter();
  const send = (small: string) =>
    counter.count(
      [
        { key: small, max: 2 },
        { key: 'large', max: 4 },
      ],
      60,
      at(0),
    ) === 0;
  expect(Array.from({ length: 10 }, () => send('a'))).toEqual([true, true, ...Array.from({ length: 8 }, () => false)]);
  expect([send('b'), send('b'), send('c')]).toEqual([true, true, false]);
});
