import { expect, test } from 'vitest';
import type { UnavailableRange } from '../schema.ts';
import { describeMonths } from './describe-months.ts';

const range = (kind: UnavailableRange['kind'], first_day: string, last_day: string) => ({ kind, first_day, last_day });

test('describes days by month, and leaves out months without any', () => {
  const ranges = [
    range('BLOCKED', '2026-12-30', '2027-02-28'),
    range('LIKELY', '2027-03-01', '2027-03-01'),
    range('BLOCKED', '2027-03-03', '2027-03-05'),
    range('BLOCKED', '2027-03-12', '2027-03-12'),
    range('LIKELY', '2027-11-30', '2027-12-03'),
  ];
  expect(describeMonths(ranges, { first_day: '2026-12-04', last_day: '2027-12-03' })).toEqual([
    { month: 'December 2026', days: { BLOCKED: '30 to 31' } },
    { month: 'January 2027', days: { BLOCKED: 'the whole month' } },
    { month: 'February 2027', days: { BLOCKED: 'the whole month' } },
    { month: 'March 2027', days: { BLOCKED: '3 to 5, 12', LIKELY: '1' } },
    { month: 'November 2027', days: { LIKELY: '30' } },
    { month: 'December 2027', days: { LIKELY: '1 to 3' } },
  ]);
});
