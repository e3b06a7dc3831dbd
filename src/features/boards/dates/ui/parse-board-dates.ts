import { datesParam } from '../../../search/schema.ts';

/** Parses the days in the URL of a board: the first and the last; none if they are not valid. */
export function parseBoardDates(dates: string | undefined): readonly string[] {
  const { data } = datesParam.safeParse(dates);
  return data ? [data.first_day, data.last_day] : [];
}
