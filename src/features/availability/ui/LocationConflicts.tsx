import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { formatDayRange } from '../../../platform/text/dates.ts';
import { countDays } from '../../../platform/text/days.ts';
import { TOO_MANY_DAYS } from '../messages.ts';
import { type Conflict, type DayRange, KINDS, MAX_ASKED_DAYS } from '../schema.ts';

/** A location whose days are checked. */
export interface CheckedLocation {
  readonly id: string;
  readonly title: string;
}

/** Finds which of some locations are unavailable on some days. */
export type FindConflicts = (input: { ids: string[] } & DayRange) => Promise<readonly Conflict[]>;

interface Props {
  readonly locations: readonly CheckedLocation[];
  /** Either may be missing or incomplete; with one of them it is that day. */
  readonly from: string | null | undefined;
  readonly to: string | null | undefined;
  readonly find: FindConflicts;
  /** What readers can do about it. */
  readonly advice?: string;
}

/** Says which locations are unavailable on the days of filming, or likely so. Nothing without days, locations, or conflicts. */
export function LocationConflicts({ locations, from, to, find, advice }: Props) {
  const first_day = from || to || '';
  const last_day = to || from || '';
  const ids = locations.map(({ id }) => id);
  const isInOrder = first_day !== '' && first_day <= last_day;
  const isTooLong = isInOrder && countDays(first_day, last_day) >= MAX_ASKED_DAYS;
  const { data, error } = useQuery({
    queryKey: ['availability', 'conflicts', first_day, last_day, ids],
    queryFn: () => find({ ids, first_day, last_day }),
    enabled: isInOrder && !isTooLong && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const titles = new Map(locations.map(({ id, title }) => [id, title]));
  const conflicts = isInOrder && !isTooLong ? (data ?? []).filter(({ id }) => titles.has(id)) : [];
  return (
    <div role="status" className="location-conflicts">
      {isTooLong && <p className="muted">{TOO_MANY_DAYS}</p>}
      {error && !isTooLong && <p className="muted">{getErrorMessage(error)}</p>}
      {conflicts.length > 0 && (
        <div className="alert alert--warn">
          <div>
            <p>
              <strong>Not available on all of these days</strong>
            </p>
            <ul>
              {conflicts.map(({ id, ranges }) => (
                <li key={id}>
                  {titles.get(id)}: {ranges.map(formatRange).join('; ')}
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

function formatRange({ kind, first_day, last_day }: Conflict['ranges'][number]): string {
  return `${KINDS[kind].toLowerCase()} ${formatDayRange(first_day, last_day)}`;
}
