import { formatDay } from '../../platform/text/dates.ts';
import type { CallOut } from './schema.ts';

/** The days of filming, such as ‘1 June 2027 to 5 June 2027’; null if they are not known. */
export function formatDays({ days_from, days_to }: Pick<CallOut, 'days_from' | 'days_to'>): string | null {
  if (days_from === null) return null;
  return days_to === null ? formatDay(days_from) : `${formatDay(days_from)} to ${formatDay(days_to)}`;
}
