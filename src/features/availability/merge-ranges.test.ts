import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../platform/text/days.ts';
import { mergeRanges } from './merge-ranges.ts';
import { KIND_NAMES, type UnavailableRange } from './schema.ts';

const START = '2027-03-20';
/** Around the night on which the clocks change. */
const toRange = ([kind, from, length]: readonly [UnavailableRange['kind'], number, number]): UnavailableRange => ({
  kind,
  first_day: addDays(START, from),
  last_day: addDays(START, from + length),
});
const ranges = fc.array(fc.tuple(fc.constantFrom(...KIND_NAMES), fc.nat(25), fc.nat(6)).map(toRange), { maxLength: 8 });
const period = { first_day: addDays(START, 5), last_day: addDays(START, 20) };

/** What a day is, by looking at every range. */
function getKind(day: string, all: readonly UnavailableRange[]): string | undefined {
  const kinds = all.filter(({ first_day, last_day }) => first_day <= day && day <= last_day).map(({ kind }) => kind);
  return kinds.includes('BLOCKED') ? 'BLOCKED' : kinds[0];
}

test('says the same of every day of the period, and nothing of others, in as few ranges as possible', () => {
  fc.assert(
    fc.property(ranges, (all) => {
      const merged = mergeRanges(all, period);
      for (let offset = -1; offset <= 32; offset++) {
        const day = addDays(START, offset);
        const isInPeriod = period.first_day <= day && day <= period.last_day;
        expect(getKind(day, merged)).toBe(isInPeriod ? getKind(day, all) : undefined);
      }
      for (const [index, { kind, first_day, last_day }] of merged.entries()) {
        expect(first_day <= last_day).toBe(true);
        const next = merged[index + 1];
        if (!next) continue;
        expect(last_day < next.first_day).toBe(true);
        expect(kind === next.kind && addDays(last_day, 1) === next.first_day).toBe(false);
      }
    }),
  );
});
