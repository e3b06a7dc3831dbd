import { formatCount } from './numbers.ts';

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
});

/** Formats the date of an ISO timestamp as '12 Nov 2026', in London time. */
export function formatDate(moment: string): string {
  return dateFormat.format(new Date(moment));
}

const dayOfYearFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/London' });
const MS_PER_DAY = 86_400_000;

/** Formats a date relative to today: 'today', 'yesterday', '12 Nov', or '12 Nov 2025' in another year. */
export function formatRelativeDate(moment: string, now = Date.now()): string {
  const day = formatDate(moment);
  const today = formatDate(new Date(now).toISOString());
  if (day === today) return 'today';
  if (day === formatDate(new Date(now - MS_PER_DAY).toISOString())) return 'yesterday';
  return day.slice(-4) === today.slice(-4) ? dayOfYearFormat.format(new Date(moment)) : day;
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' });

/** Formats a time relative to today: 'at 14:02', 'yesterday at 14:02', 'on 12 Nov at 14:02'. */
export function formatRelativeDateTime(moment: string, now = Date.now()): string {
  const day = formatRelativeDate(moment, now);
  const time = `at ${timeFormat.format(new Date(moment))}`;
  if (day === 'today') return time;
  return day === 'yesterday' ? `${day} ${time}` : `on ${day} ${time}`;
}

/** Formats a timestamp as '12 Nov 2026, 14:02'. */
export function formatDateTime(moment: string): string {
  return `${formatDate(moment)}, ${timeFormat.format(new Date(moment))}`;
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
