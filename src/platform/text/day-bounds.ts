// Not part of days.ts, since browsers do not need it.
import { byLocale } from './locale.ts';

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

/** Returns the first moment of a day. */
export function getStartOfDay(day: string): Date {
  return findStart(Date.parse(day));
}

/** Returns the first moment after a day. */
export function getEndOfDay(day: string): Date {
  return findStart(Date.parse(day) + DAY_MS);
}
