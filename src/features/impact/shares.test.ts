import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divide } from './shares.ts';

const weights = fc
  .array(fc.integer({ min: 0, max: 3_650 }), { minLength: 1, maxLength: 40 })
  .filter((all) => all.some((weight) => weight > 0));
const total = fc.integer({ min: 0, max: 200_000_000_000 });

describe('shares', () => {
  test('add up to the total, and differ from the exact ones by less than one', () => {
    fc.assert(
      fc.property(total, weights, (all, days) => {
        const shares = divide(all, days);
        const sum = days.reduce((a, b) => a + b, 0);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(all);
        for (const [index, share] of shares.entries()) {
          // |share - all * days / sum| < 1, in whole numbers.
          const difference = BigInt(share) * BigInt(sum) - BigInt(all) * BigInt(days[index]!);
          expect(difference < BigInt(sum) && -difference < BigInt(sum)).toBe(true);
          expect(days[index] === 0 ? share : 0).toBe(0);
        }
      }),
    );
  });

  test('of more days are never smaller', () => {
    fc.assert(
      fc.property(total, weights, (all, days) => {
        const shares = divide(all, days);
        const ordered = days.map((day, index) => ({ day, share: shares[index]! })).toSorted((a, b) => a.day - b.day);
        const isLess = ordered.map(({ day, share }, index) => {
          const before = ordered[index - 1];
          return before !== undefined && day > before.day && share < before.share;
        });
        expect(isLess).not.toContain(true);
      }),
    );
  });

  test('of the same remainder go to the earlier one', () => {
    expect(divide(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(divide(0, [1, 2])).toEqual([0, 0]);
    expect(divide(5, [0, 7])).toEqual([0, 5]);
  });
});
