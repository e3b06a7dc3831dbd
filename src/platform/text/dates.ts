import { addDays, toDay } from './days.ts';
import { byLocale } from './locale.ts';
import { formatCount } from './numbers.ts';

const DAY_OF_YEAR = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const dayFormat = byLocale(({ language }) => new Intl.DateTimeFormat(language, { ...DAY_OF_YEAR, year: 'numeric' }));
const dayOfYearFormat = byLocale(({ language }) => new Intl.DateTimeFormat(language, DAY_OF_YEAR));
const timeFormat = byLocale(
  ({ language, timeZone }) => new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone }),
);

/** Formats a day such as '2026-11-12' as '12 Nov 2026'. */
export function formatDay(day: string): string {
  return dayFormat().format(new Date(day));
}

/** Formats the first and the last day of something, of which either may be unknown, as '2 Mar 2027 to 4 Mar 2027'; '' if neither is known. */
export function formatDayRange(...days: readonly (string | null | undefined)[]): string {
  return [...new Set(days.flatMap((day) => (day ? [formatDay(day)] : [])))].join(' to ');
}

/** Formats the day of an ISO timestamp as '12 Nov 2026'. */
export function formatDate(moment: string): string {
  return formatDay(toDay(moment));
}

/** Formats a date relative to today: 'today', 'yesterday', '12 Nov', or '12 Nov 2025' in another year. */
export function formatRelativeDate(moment: string, now = Date.now()): string {
  const day = toDay(moment);
  const today = toDay(now);
  if (day === today) return 'today';
  if (day === addDays(today, -1)) return 'yesterday';
  return day.slice(0, 4) === today.slice(0, 4) ? dayOfYearFormat().format(new Date(day)) : formatDay(day);
}

/** Formats a time relative to today: 'at 14:02', 'yesterday at 14:02', 'on 12 Nov at 14:02'. */
export function formatRelativeDateTime(moment: string, now = Date.now()): string {
  const day = formatRelativeDate(moment, now);
  const time = `at ${formatTime(moment)}`;
  if (day === 'today') return time;
  return day === 'yesterday' ? `${day} ${time}` : `on ${day} ${time}`;
}

/** Formats a timestamp as '12 Nov 2026, 14:02'. */
export function formatDateTime(moment: string): string {
  return `${formatDate(moment)}, ${formatTime(moment)}`;
}

function formatTime(moment: string): string {
  return timeFormat().format(new Date(moment));
}

const DURATION_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats a number of seconds in its two largest units, as '2 days 3 hours' or '12 minutes'. */
export function formatDuration(seconds: number): string {
  const largest = DURATION_UNITS.findIndex(([, size]) => seconds >= size);
  if (largest < 0) return 'less than a minute';
  const [unit, size] = DURATION_UNITS[largest]!;
  const smaller = DURATION_UNITS[largest + 1];
  if (!smaller) return formatCount(Math.floor(seconds / size), unit);
  const count = Math.floor(seconds / size);
  const rest = Math.floor((seconds % size) / smaller[1]);
  return rest === 0 ? formatCount(count, unit) : `${formatCount(count, unit)} ${formatCount(rest, smaller[0])}`;
}
