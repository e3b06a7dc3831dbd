import { addDays } from '../../platform/text/days.ts';
import type { DayRange, UnavailableRange } from './schema.ts';

/**
 * Makes one list of ranges that do not overlap, in order, within a period. A day that is unavailable by one of them is not likely
 * unavailable by another. Days that follow each other and are of the same kind are one range.
 */
export function mergeRanges(ranges: readonly UnavailableRange[], period: DayRange): UnavailableRange[] {
  const within = ranges
    .map((range) => ({ ...range, ...clip(range, period) }))
    .filter(({ first_day, last_day }) => first_day <= last_day);
  const blocked = joinDays(within.filter(({ kind }) => kind === 'BLOCKED'));
  const likely = joinDays(within.filter(({ kind }) => kind === 'LIKELY')).flatMap((range) => subtract(range, blocked));
  return [
    ...blocked.map((range) => ({ kind: 'BLOCKED' as const, ...range })),
    ...likely.map((range) => ({ kind: 'LIKELY' as const, ...range })),
  ].sort(byFirstDay);
}

/** The days of a range that are in a period; its first day is after its last one if there are none. */
export function clip({ first_day, last_day }: DayRange, period: DayRange): DayRange {
  return {
    first_day: first_day > period.first_day ? first_day : period.first_day,
    last_day: last_day < period.last_day ? last_day : period.last_day,
  };
}

function byFirstDay(a: DayRange, b: DayRange): number {
  return a.first_day < b.first_day ? -1 : 1;
}

function joinDays(ranges: readonly DayRange[]): DayRange[] {
  const joined: DayRange[] = [];
  for (const { first_day, last_day } of ranges.toSorted(byFirstDay)) {
    const before = joined.at(-1);
    if (!before || first_day > addDays(before.last_day, 1)) joined.push({ first_day, last_day });
    else if (last_day > before.last_day) joined[joined.length - 1] = { ...before, last_day };
  }
  return joined;
}

/** The days of a range that are in none of others, which are in order and do not overlap. */
function subtract({ first_day, last_day }: DayRange, others: readonly DayRange[]): DayRange[] {
  const left: DayRange[] = [];
  let from = first_day;
  for (const other of others) {
    if (other.last_day < from || other.first_day > last_day) continue;
    if (other.first_day > from) left.push({ first_day: from, last_day: addDays(other.first_day, -1) });
    from = addDays(other.last_day, 1);
  }
  return from <= last_day ? [...left, { first_day: from, last_day }] : left;
}
