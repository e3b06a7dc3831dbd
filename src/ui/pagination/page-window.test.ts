import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getPageWindow } from './page-window.ts';

test('returns all pages if they fit', () => {
  expect(getPageWindow(1, 5, 7)).toEqual([1, 2, 3, 4, 5]);
  expect(getPageWindow(4, 7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('omits pages far from the current one', () => {
  expect(getPageWindow(1, 20, 7)).toEqual([1, 2, 3, 4, 5, 6, 'gap after', 20]);
  expect(getPageWindow(10, 20, 7)).toEqual([1, 'gap before', 8, 9, 10, 11, 12, 'gap after', 20]);
  expect(getPageWindow(20, 20, 7)).toEqual([1, 'gap before', 15, 16, 17, 18, 19, 20]);
});

test('always contains the first, last, current and neighbouring pages, without repeats and within the limit', () => {
  const pages = fc.integer({ min: 1, max: 500 }).chain((last) =>
    fc.record({
      last: fc.constant(last),
      current: fc.integer({ min: 1, max: last }),
      max: fc.integer({ min: 5, max: 9 }),
    }),
  );
  fc.assert(
    fc.property(pages, ({ current, last, max }) => {
      const numbers = getPageWindow(current, last, max).filter((link) => typeof link === 'number');
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      expect(numbers).toHaveLength(Math.min(max, last));
      const needed = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
      expect(numbers).toEqual(expect.arrayContaining(needed));
      // There is a gap exactly where pages are omitted.
      getPageWindow(current, last, max).forEach((link, index, links) => {
        const jumps =
          typeof links[index - 1] === 'number' && typeof link === 'number' && link - (links[index - 1] as number) > 1;
        expect(jumps).toBe(false);
      });
    }),
  );
});
