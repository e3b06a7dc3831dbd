import { byLocale } from './locale.ts';
import { DAY_MS } from './durations.ts';

/**
 * Days of the site: from midnight to midnight by the clock of its time zone, written as '2026-11-12'. Most have 24 hours, those on which
 * the clock changes have more or less.
 */

// Sweden writes dates like ISO 8601.
const dayFormat = byLocale(({ timeZone }) => new Intl.DateTimeFormat('sv-SE', { timeZone }));

/** Returns the day of a moment. */
export function toDay(moment: Date | string | number): string {
  return dayFormat().format(new Date(moment));
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

function toIsoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
