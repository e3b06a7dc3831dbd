import { type DayRange, daysParam } from '../../../availability/schema.ts';
import type { BoardLocation } from '../../schema.ts';

/** Parses the days in the URL of a board; none if they are not valid. */
export function parseBoardDates(dates: string | undefined): DayRange | undefined {
  return daysParam.safeParse(dates).data;
}

/** The locations of a board whose days can be asked about: the published ones. */
export function listChecked(items: readonly BoardLocation[]): readonly BoardLocation[] {
  return items.filter(({ location }) => location !== null);
}
