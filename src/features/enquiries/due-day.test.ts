import { expect, test } from 'vitest';
import { getDueDay } from './due-day.ts';

test.each([
  ['a Wednesday', '2026-11-25T12:00:00Z', '2026-11-27'],
  ['a Thursday', '2026-11-26T12:00:00Z', '2026-11-30'],
  ['a Friday', '2026-11-27T12:00:00Z', '2026-12-01'],
  ['a Saturday', '2026-11-28T12:00:00Z', '2026-12-01'],
  ['a Sunday', '2026-11-29T12:00:00Z', '2026-12-01'],
  // In summer this is the Tuesday of the site.
  ['a Monday that is a Tuesday here', '2026-07-06T23:30:00Z', '2026-07-09'],
])('what arrives on %s is due two working days later', (_, at, day) => expect(getDueDay(new Date(at))).toBe(day));
