import { addDays, addMonths } from '../../platform/text/days.ts';
import type { DayRange, EntryFields } from './schema.ts';

const WEEK_DAYS = 7;
const YEAR_MONTHS = 12;

/**
 * Lists the days of an entry, once for each repetition that begins before its end. They are days of the calendar, so that no change of the
 * clock moves them. A repetition of 29 February is on the 28th in other years, and what ends with February does so each year: a place must
 * not look free then.
 * @param from leaves out repetitions that have ended before this day, but never the last one
 */
export function listOccurrences(entry: Omit<EntryFields, 'kind' | 'note'>, from: string): DayRange[] {
  const { first_day, last_day, repeats, repeats_until } = entry;
  if (repeats === null || repeats_until === null) return [{ first_day, last_day }];
  // From the first one each time: from the repetition before, a 29 February would stay the 28th.
  const move = (day: string, times: number) =>
    repeats === 'WEEKLY' ? addDays(day, times * WEEK_DAYS) : addMonths(day, times * YEAR_MONTHS);
  const dayAfter = addDays(last_day, 1);
  const isEndOfFebruary = repeats === 'YEARLY' && dayAfter.endsWith('-03-01');
  const moveLast = (times: number) => (isEndOfFebruary ? addDays(move(dayAfter, times), -1) : move(last_day, times));
  const occurrences: DayRange[] = [];
  for (let times = 0; move(first_day, times) <= repeats_until; times++)
    occurrences.push({ first_day: move(first_day, times), last_day: moveLast(times) });
  return occurrences.filter((days, index) => days.last_day >= from || index === occurrences.length - 1);
}
