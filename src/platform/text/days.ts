import { byLocale } from './locale.ts';

/**
 * Days of the site: from midnight to midnight by the clock of its time zone, written as '2026-11-12'. Most have 24 hours, those on which
 * the clock changes have more or less.
 */

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;

const offsetFormat = byLocale(
  ({ timeZone }) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
);

/** Returns the milliseconds by which the clock of the site is ahead of UTC at a moment. */
function getOffset(moment: number): number {
  // 'GMT', 'GMT+05:30', or for times before the zone was standardised 'GMT-00:01:15'.
  const [, sign, ...parts] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(offsetFormat().format(moment)) ?? [];
  const seconds = parts.reduce((sum, part, index) => sum + Number(part ?? 0) * 60 ** (2 - index), 0);
  return (sign === '-' ? -seconds : seconds) * SECOND_MS;
}

/** Returns the first moment of the day whose midnight, read as UTC, is given. */
function findStart(midnight: number): Date {
  // The clock may change at midnight: then it shows midnight twice, or never. A day before and a day after, it has not or has changed.
  const candidates = [getOffset(midnight - DAY_MS), getOffset(midnight + DAY_MS)].map((offset) => midnight - offset);
  const first = Math.min(...candidates);
  return new Date(first + getOffset(first) >= midnight ? first : Math.max(...candidates));
}

/** Returns the day of a moment. */
export function toDay(moment: Date | string | number): string {
  const time = new Date(moment).getTime();
  return toIsoDay(time + getOffset(time));
}

/** Returns the year of a day. */
export function toYear(day: string): number {
  return Number(day.slice(0, 4));
}

/** Returns a day some days later, or earlier. */
export function addDays(day: string, days: number): string {
  return toIsoDay(Date.parse(day) + days * DAY_MS);
}

/** Returns the same day some months later, or earlier: the last of its month if that is shorter. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0));
  return toIsoDay(last.setUTCDate(Math.min(date, last.getUTCDate())));
}

/** Returns the number of days from one day to another. */
export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Returns the first moment of a day. */
export function getStartOfDay(day: string): Date {
  return findStart(Date.parse(day));
}

/** Returns the first moment after a day. */
export function getEndOfDay(day: string): Date {
  return findStart(Date.parse(day) + DAY_MS);
}

function toIsoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
