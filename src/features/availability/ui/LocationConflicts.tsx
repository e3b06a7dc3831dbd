import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { formatDayRange } from '../../../platform/text/dates.ts';
import { countDays, toDay } from '../../../platform/text/days.ts';
import { TOO_MANY_DAYS } from '../messages.ts';
import { type Conflict, type DayRange, KINDS, MAX_ASKED_DAYS } from '../schema.ts';
import './availability.css';

const EARLIEST_DAY = '2000-01-01';

/** A location whose days are checked. */
export interface CheckedLocation {
  readonly id: string;
  readonly title: string;
}

/** Finds which of some locations are unavailable on some days. */
export type FindConflicts = (input: { ids: string[] } & DayRange) => Promise<readonly Conflict[]>;

interface Days {
  /** Either may be missing or incomplete; with one of them it is that day. */
  readonly from: string | null | undefined;
  readonly to: string | null | undefined;
  readonly find: FindConflicts;
}

/** Says which locations are unavailable on the days of filming, or likely so. Nothing without days or locations. */
export function LocationConflicts(
  props: Days & {
    readonly locations: readonly CheckedLocation[];
    /** What readers can do about it. */
    readonly advice?: string;
    /** What is said if no location is unavailable. */
    readonly none?: string;
  },
) {
  const { locations, advice, none, ...days } = props;
  const { conflicts, isKnown, problem } = useConflicts({ ids: locations.map(({ id }) => id), ...days });
  const [today] = useState(() => toDay(Date.now()));
  const titles = new Map(locations.map(({ id, title }) => [id, title]));
  return (
    <div role="status" className="location-conflicts">
      {problem !== undefined && <p className="muted">{problem}</p>}
      {/* Nobody is told of past days. */}
      {isKnown && conflicts.length === 0 && none !== undefined && (days.to || days.from || '') >= today && (
        <p>{none}</p>
      )}
      {conflicts.length > 0 && (
        <div className="alert alert--warn">
          <div>
            <p>
              <strong>Unavailable on some of these days, or likely so</strong>
            </p>
            <ul>
              {conflicts.map((conflict) => (
                <li key={conflict.id}>
                  {titles.get(conflict.id)}: {formatConflict(conflict)}
                </li>
              ))}
            </ul>
            {advice && <p>{advice}</p>}
          </div>
        </div>
      )}
    </div>
  );
}

/** Fetches which locations are unavailable on some days; none until days are complete. All who ask the same share a request. */
export function useConflicts({ ids, from, to, find }: Days & { ids: readonly string[] }): {
  readonly conflicts: readonly Conflict[];
  readonly isKnown: boolean;
  readonly problem: string | undefined;
} {
  const first_day = from || to || '';
  const last_day = to || from || '';
  // While a year is typed, browsers give such as 0002 and 0202.
  const isInOrder = first_day >= EARLIEST_DAY && first_day <= last_day;
  const isTooLong = isInOrder && countDays(first_day, last_day) >= MAX_ASKED_DAYS;
  const enabled = isInOrder && !isTooLong && ids.length > 0;
  const { data, error } = useQuery({
    // In one order, so that moving a location asks nothing anew.
    queryKey: ['availability', 'conflicts', first_day, last_day, ids.toSorted()],
    queryFn: () => find({ ids: [...ids], first_day, last_day }),
    enabled,
    staleTime: 0,
  });
  const known = enabled ? data : undefined;
  return {
    conflicts: known ?? [],
    isKnown: known !== undefined,
    problem: isTooLong ? TOO_MANY_DAYS : enabled && error ? getErrorMessage(error) : undefined,
  };
}

/** Such as `unavailable 1 Mar 2027 to 3 Mar 2027; likely unavailable 5 Mar 2027`. */
export function formatConflict({ ranges }: Conflict): string {
  return ranges
    .map(({ kind, first_day, last_day }) => `${KINDS[kind].toLowerCase()} ${formatDayRange(first_day, last_day)}`)
    .join('; ');
}
