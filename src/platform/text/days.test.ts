import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { getEndOfDay, getStartOfDay } from './day-bounds.ts';
import { addDays, addMonths, countDays, toDay, toYear } from './days.ts';
import { getLocale, setLocale } from './locale.ts';
import { HOUR_MS } from './durations.ts';

const site = getLocale();
afterAll(() => setLocale(() => site));

const useTimeZone = (timeZone: string) => setLocale(() => ({ language: 'en-GB', timeZone }));

test.each([
  // Ordinary days, in winter and in summer.
  ['Europe/London', '2026-01-15', '2026-01-15T00:00:00Z', 24],
  ['Europe/Dublin', '2026-07-01', '2026-06-30T23:00:00Z', 24],
  ['Europe/Helsinki', '2026-07-01', '2026-06-30T21:00:00Z', 24],
  ['Pacific/Auckland', '2026-01-15', '2026-01-14T11:00:00Z', 24],
  ['America/New_York', '2026-07-01', '2026-07-01T04:00:00Z', 24],
  // The clock changes in the night.
  ['Europe/Helsinki', '2026-03-29', '2026-03-28T22:00:00Z', 23],
  ['Europe/Helsinki', '2026-10-25', '2026-10-24T21:00:00Z', 25],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00Z', 25],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00Z', 23],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
  // There is no midnight: the day begins at 01:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23],
  // The hour before midnight is repeated.
  ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00Z', 25],
  // The hour after midnight is repeated: the day begins at the first midnight.
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00Z', 25],
])('in %s, %s begins at %s and has %d hours', (timeZone, day, start, hours) => {
  useTimeZone(timeZone);
  expect(getStartOfDay(day)).toEqual(new Date(start));
  expect(getEndOfDay(day)).toEqual(new Date(Date.parse(start) + hours * HOUR_MS));
});

describe('in every time zone', () => {
  const timeZones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const [min, max] = [new Date('2015-01-01T00:00:00Z'), new Date('2035-01-01T00:00:00Z')];
  const moments = fc.date({ min, max, noInvalidDate: true });

  test('the day of a moment is that of a clock on the wall', () => {
    fc.assert(
      fc.property(timeZones, moments, (timeZone, moment) => {
        useTimeZone(timeZone);
        const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
        const [month, day, year] = parts.format(moment).split('/');
        expect(toDay(moment)).toBe(`${year}-${month}-${day}`);
      }),
      { numRuns: 500 },
    );
  });

  test('a day has the moments from its start to its end, and no others', () => {
    fc.assert(
      fc.property(timeZones, moments, (timeZone, moment) => {
        useTimeZone(timeZone);
        const day = toDay(moment);
        const [start, end] = [getStartOfDay(day).getTime(), getEndOfDay(day).getTime()];
        expect([toDay(start - 1), toDay(start), toDay(end - 1), toDay(end)]).toEqual([
          addDays(day, -1),
          day,
          day,
          addDays(day, 1),
        ]);
        expect(start <= moment.getTime() && moment.getTime() < end).toBe(true);
        expect(getEndOfDay(day)).toEqual(getStartOfDay(addDays(day, 1)));
      }),
      { numRuns: 500 },
    );
  });
});

test('the last day of the calendar has an end', () => {
  useTimeZone('Pacific/Auckland');
  expect(getEndOfDay('9999-12-31')).toEqual(new Date('9999-12-31T11:00:00Z'));
});

test('a time before time zones has a day', () => {
  useTimeZone('Europe/London');
  // The clock of Greenwich was 75 seconds ahead of that of London.
  expect(getStartOfDay('1800-01-01')).toEqual(new Date('1800-01-01T00:01:15Z'));
});

test('calculates with days', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-02-29', -12)).toBe('2023-02-28');
  expect(addMonths('2026-03-01', -23)).toBe('2024-04-01');
  expect(countDays('2026-03-28', '2026-03-30')).toBe(2);
  expect(toYear('2026-11-12')).toBe(2026);
});
