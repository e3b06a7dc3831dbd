import { type DayRange, KINDS, KIND_NAMES, type UnavailableRange } from '../schema.ts';
import { describeMonths } from './describe-months.ts';

/** The days on which a location is unavailable, or likely so, by month. */
export function MonthList({ ranges, period }: { ranges: readonly UnavailableRange[]; period: DayRange }) {
  return (
    <dl className="facts unavailable-months">
      {describeMonths(ranges, period).map(({ month, days }) => (
        <div key={month}>
          <dt>{month}</dt>
          {KIND_NAMES.map(
            (kind) =>
              days[kind] !== undefined && (
                <dd key={kind}>
                  {KINDS[kind]}: {days[kind]}
                </dd>
              ),
          )}
        </div>
      ))}
    </dl>
  );
}
