import { expect, test } from 'vitest';
import { stepAside, together } from './turns.ts';

test('what came in one go goes on together, before work that has stepped aside', async () => {
  const order: string[] = [];
  const work = stepAside().then(() => order.push('work'));
  const requests = ['first', 'second'].map((name) => together().then(() => order.push(name)));
  await Promise.all([work, ...requests]);
  expect(order).toEqual(['first', 'second', 'work']);
});

test('what comes later begins a gathering of its own', async () => {
  const earlier = together();
  await earlier;
  const order: string[] = [];
  await Promise.all([together().then(() => order.push('later')), earlier.then(() => order.push('earlier'))]);
  expect(order).toEqual(['earlier', 'later']);
});
