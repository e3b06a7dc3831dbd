const MOMENT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
});

/** A moment to the minute, as '12 Nov 2026, 14:02'. */
export function formatMoment(moment: string): string {
  return MOMENT.format(new Date(moment));
}
