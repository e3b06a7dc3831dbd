import { type RawBuilder, sql } from 'kysely';
import { getEndOfDay, getStartOfDay } from '../text/day-bounds.ts';

/** Returns the conditions that a timestamp is within a range of days of the site, both included. A missing bound is none. */
export function isWithinDays(
  timestamp: RawBuilder<unknown>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
): RawBuilder<boolean>[] {
  return [
    ...(from ? [sql<boolean>`${timestamp} >= ${getStartOfDay(from)}`] : []),
    ...(to ? [sql<boolean>`${timestamp} < ${getEndOfDay(to)}`] : []),
  ];
}
