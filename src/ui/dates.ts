const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
});

/** The day of a moment, as '12 Nov 2026'. */
export function formatDay(moment: string): string {
  return DAY.format(new Date(moment));
}

const DAY_OF_YEAR = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'Europe/London' });
const MILLISECONDS_A_DAY = 86_400_000;

/** The day of a moment as seen from today: 'today', 'yesterday', '12 Nov', and with its year where that is another. */
export function formatRecentDay(moment: string, now = Date.now()): string {
  const day = formatDay(moment);
  const today = formatDay(new Date(now).toISOString());
  if (day === today) return 'today';
  if (day === formatDay(new Date(now - MILLISECONDS_A_DAY).toISOString())) return 'yesterday';
  return day.slice(-4) === today.slice(-4) ? DAY_OF_YEAR.format(new Date(moment)) : day;
}
