import { formatDayRange } from '../../platform/text/dates.ts';
import type { FilmingDetails } from './schema.ts';

/** Formats what is known of the dates of filming as '2 Mar 2027 to 4 Mar 2027', or '' if they are not known. */
export function formatFilmingDates({ filming_from, filming_to }: FilmingDetails): string {
  return formatDayRange(filming_from, filming_to);
}
