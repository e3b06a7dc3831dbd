import { expect, test } from 'vitest';
import { parseDay } from './parse-day.ts';

test.each([
  '2026-11-12',
  '2026-11-12 00:00:00',
  '2026-11-12 00:00:00+00',
  '2026-11-12T00:00:00.000',
  '2026-11-12T00:00:00.000Z',
  '2026-11-12T14:30:00+01:00',
  '2026/11/12',
  '12/11/2026',
  '12/11/2026 00:00',
  '12/11/2026 12:00:00 AM',
  '12/11/26',
  '12.11.2026',
  '12-11-2026',
  '12-Nov-2026',
  '12-Nov-26',
  '12 November 2026',
  '12th Nov. 2026',
  'Thursday, 12 November 2026',
  '20261112',
  'Nov 12, 2026',
  'November 12th 2026',
  'Thu, Nov. 12, 2026 14:30',
])('reads %s', (text) => expect(parseDay(text)).toBe('2026-11-12'));

test.each([
  ['31/12/99', '1999-12-31'],
  ['1/9/29', '2029-09-01'],
  ['1 Sept 2026', '2026-09-01'],
])('reads %s as %s', (text, day) => expect(parseDay(text)).toBe(day));

test.each([
  '',
  '46338',
  '2026-13-01',
  '31/02/2026',
  '11/13/2026',
  '12 Brumaire 2026',
  'Nov 2026',
  '12112026',
  '20261312',
  '12-11/2026',
  'soon',
])('takes %j for no day', (text) => expect(parseDay(text)).toBeUndefined());
