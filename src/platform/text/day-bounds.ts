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

/** Returns the first moment at which the clock of the site shows a time, which is read as UTC here. */
function findMoment(shown: number): Date {
  // The clock may change then: it shows the time twice, or never. A day before and a day after, it has not or has changed.
  const candidates = [getOffset(shown - DAY_MS), getOffset(shown + DAY_MS)].map((offset) => shown - offset);
  const first = Math.min(...candidates);
  return new Date(first + getOffset(first) >= shown ? first : Math.max(...candidates));
}

/** Returns the moment of a time of a day, such as 09:30. One that the clock leaves out is as long after midnight as its digits say. */
export function getMoment(day: string, time: string): Date {
  return findMoment(Date.parse(`${day}T${time}Z`));
}

/** Returns the first moment of a day. */
export function getStartOfDay(day: string): Date {
  return findMoment(Date.parse(day));
}

/** Returns the first moment after a day. */
export function getEndOfDay(day: string): Date {
  return findMoment(Date.parse(day) + DAY_MS);
}
