import { describe, expect, test } from 'vitest';
import { useRegion } from '../../../tests/support/region.ts';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatRelativeDate,
  formatRelativeDateTime,
} from './dates.ts';

const NOW = Date.parse('2026-11-22T00:30:00Z');

test.each([
  ['2026-11-22T00:10:00Z', 'today'],
  ['2026-11-21T23:50:00Z', 'yesterday'],
  ['2026-11-20T23:50:00Z', '20 Nov'],
  ['2026-01-02T12:00:00Z', '2 Jan'],
  ['2025-11-22T12:00:00Z', '22 Nov 2025'],
])('formats the day of %s as %s', (moment, expected) => {
  expect(formatRelativeDate(moment, NOW)).toBe(expected);
});

test('starts days at midnight in London, also in summer', () => {
  expect(formatRelativeDate('2026-06-30T23:10:00Z', Date.parse('2026-06-30T23:30:00Z'))).toBe('today');
  expect(formatRelativeDate('2026-06-30T22:50:00Z', Date.parse('2026-06-30T23:30:00Z'))).toBe('yesterday');
});

test('knows yesterday at the end of a day with 25 hours', () => {
  expect(formatRelativeDate('2026-10-24T12:00:00Z', Date.parse('2026-10-25T23:30:00Z'))).toBe('yesterday');
});

describe('in another region', () => {
  useRegion({ language: 'en-NZ', timeZone: 'Pacific/Auckland' });

  test('starts days at midnight there', () => {
    const now = Date.parse('2026-06-30T12:30:00Z');
    expect(formatRelativeDate('2026-06-30T12:00:00Z', now)).toBe('today');
    expect(formatRelativeDate('2026-06-30T11:59:00Z', now)).toBe('yesterday');
    expect(formatDate('2026-12-31T11:00:00Z')).toBe('1 Jan 2027');
  });

  test('writes times as people there do', () => {
    expect(formatDateTime('2026-06-30T02:02:00Z')).toBe('30 Jun 2026, 02:02 pm');
  });
});

describe('west of Greenwich', () => {
  useRegion({ timeZone: 'America/New_York' });

  test('a day without a time stays the same day', () => {
    expect(formatDay('2026-11-12')).toBe('12 Nov 2026');
    expect(formatDate('2026-11-12T00:00:00Z')).toBe('11 Nov 2026');
  });
});

test.each([
  ['2026-11-22T00:10:00Z', 'at 00:10'],
  ['2026-11-21T23:50:00Z', 'yesterday at 23:50'],
  ['2026-06-20T13:02:00Z', 'on 20 Jun at 14:02'],
])('formats the time of %s as %s', (moment, expected) => {
  expect(formatRelativeDateTime(moment, NOW)).toBe(expected);
});

test.each([
  [0, 'less than a minute'],
  [60, '1 minute'],
  [3_599, '59 minutes'],
  [3_600, '1 hour'],
  [5 * 3_600 + 12 * 60 + 30, '5 hours 12 minutes'],
  [86_400 + 59 * 60, '1 day'],
  [3 * 86_400 + 4 * 3_600, '3 days 4 hours'],
])('formats %i seconds as %s', (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected);
});
