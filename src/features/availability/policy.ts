import { addMonths, countDays } from '../../platform/text/days.ts';
import * as messages from './messages.ts';
import { type EntryFields, YEARS_AHEAD, YEARS_BACK } from './schema.ts';

const MONTHS = 12;
const MAX_WEEKLY_DAYS = 7;
const MAX_YEARLY_DAYS = 365;

/** The last day that can be entered. */
export function getLatestDay(today: string): string {
  return addMonths(today, YEARS_AHEAD * MONTHS);
}

type Problems = Partial<Record<keyof EntryFields, string>>;

/**
 * Finds what is wrong with an entry, by field. Each limit also bounds the number of days that follow from it.
 * @param before the entry that is changed: its first day may stay, however long ago it is
 */
export function findProblems(fields: EntryFields, today: string, before?: Pick<EntryFields, 'first_day'>): Problems {
  const { first_day, last_day, repeats, repeats_until } = fields;
  const latest = getLatestDay(today);
  if (first_day !== before?.first_day && first_day < addMonths(today, -YEARS_BACK * MONTHS))
    return { first_day: messages.TOO_LONG_AGO };
  if (first_day > latest) return { first_day: messages.TOO_FAR_AHEAD };
  if (last_day < first_day) return { last_day: messages.DAYS_IN_ORDER };
  if (last_day > latest) return { last_day: messages.TOO_FAR_AHEAD };
  if (repeats === null) return last_day < today ? { last_day: messages.DAYS_PASSED } : {};
  const days = countDays(first_day, last_day) + 1;
  if (repeats === 'WEEKLY' && days > MAX_WEEKLY_DAYS) return { last_day: messages.TOO_LONG_FOR_WEEKS };
  if (days > MAX_YEARLY_DAYS) return { last_day: messages.TOO_LONG_FOR_YEARS };
  if (repeats_until === null) return { repeats_until: messages.ENTER_END };
  if (repeats_until < last_day) return { repeats_until: messages.END_TOO_EARLY };
  if (repeats_until < today) return { repeats_until: messages.DAYS_PASSED };
  return repeats_until > latest ? { repeats_until: messages.TOO_FAR_AHEAD } : {};
}
