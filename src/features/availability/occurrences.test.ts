import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countDays } from '../../platform/text/days.ts';
import { listOccurrences } from './occurrences.ts';
import { findProblems } from './policy.ts';
import { REPETITION_NAMES } from './schema.ts';

const TODAY = '2027-03-10';

test.each([
  ['once', '2027-03-28', '2027-03-30', null, null, ['2027-03-28 2027-03-30']],
  // The clocks change on 28 March.
  [
    'every week',
    '2027-03-20',
    '2027-03-21',
    'WEEKLY',
    '2027-04-03',
    ['2027-03-20 2027-03-21', '2027-03-27 2027-03-28', '2027-04-03 2027-04-04'],
  ],
  [
    'every year from a 29 February',
    '2024-02-29',
    '2024-03-01',
    'YEARLY',
    '2028-12-31',
    [
      '2024-02-29 2024-03-01',
      '2025-02-28 2025-03-01',
      '2026-02-28 2026-03-01',
      '2027-02-28 2027-03-01',
      '2028-02-29 2028-03-01',
    ],
  ],
  [
    'every February',
    '2027-02-01',
    '2027-02-28',
    'YEARLY',
    '2028-02-01',
    ['2027-02-01 2027-02-28', '2028-02-01 2028-02-29'],
  ],
  [
    'every year over the new year',
    '2026-12-24',
    '2027-01-02',
    'YEARLY',
    '2027-12-24',
    ['2026-12-24 2027-01-02', '2027-12-24 2028-01-02'],
  ],
] as const)('%s', (_, first_day, last_day, repeats, repeats_until, expected) => {
  const days = listOccurrences({ first_day, last_day, repeats, repeats_until }, first_day);
  expect(days.map((range) => `${range.first_day} ${range.last_day}`)).toEqual(expected);
});

test('those of an allowed entry are few, in order, do not overlap, and begin before its end', () => {
  const day = fc.integer({ min: -1_600, max: 1_200 }).map((days) => addDays(TODAY, days));
  const entries = fc.record({
    first_day: day,
    length: fc.oneof(fc.nat(7), fc.nat(400)),
    repeats: fc.option(fc.constantFrom(...REPETITION_NAMES)),
    repeats_until: fc.option(day),
  });
  fc.assert(
    fc.property(entries, ({ length, ...days }) => {
      const last_day = addDays(days.first_day, length);
      const entry = { kind: 'BLOCKED', note: '', ...days, last_day } as const;
      fc.pre(Object.keys(findProblems(entry, TODAY)).length === 0);
      const found = listOccurrences(entry, entry.first_day);
      expect(found[0]).toEqual({ first_day: entry.first_day, last_day });
      // Seven years of weeks.
      expect(found.length).toBeLessThanOrEqual(366);
      for (const [index, occurrence] of found.entries()) {
        const before = found[index - 1];
        if (!before) continue;
        expect(before.last_day < occurrence.first_day).toBe(true);
        expect(occurrence.first_day <= entry.repeats_until!).toBe(true);
        const gap = countDays(before.first_day, occurrence.first_day);
        expect(entry.repeats === 'WEEKLY' ? [7] : [365, 366]).toContain(gap);
      }
    }),
  );
});

test('leaves out what has ended before a day, but never the last one', () => {
  const weeks = {
    first_day: '2027-03-01',
    last_day: '2027-03-02',
    repeats: 'WEEKLY',
    repeats_until: '2027-03-31',
  } as const;
  const list = (from: string) => listOccurrences(weeks, from).map(({ first_day }) => first_day);
  expect(list('2027-03-16')).toEqual(['2027-03-15', '2027-03-22', '2027-03-29']);
  expect(list('2028-01-01')).toEqual(['2027-03-29']);
});
