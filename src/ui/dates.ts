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
