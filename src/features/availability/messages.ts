import { cannotFind, changedBySomebodyElse } from '../../platform/text/common-messages.ts';
import { formatNumber } from '../../platform/text/numbers.ts';
import { MAX_ASKED_DAYS, YEARS_AHEAD, YEARS_BACK } from './schema.ts';

export const DAYS_IN_ORDER = 'Enter a last day that is not before the first one.';
export const DAYS_PASSED = 'Enter a day that has not passed.';
export const TOO_FAR_AHEAD = `Enter a day within the next ${YEARS_AHEAD} years.`;
export const TOO_LONG_AGO = `Enter a day within the last ${YEARS_BACK} years.`;
export const ENTER_END = 'Enter the day until which it repeats.';
export const END_TOO_EARLY = 'Enter a day that is not before the last day.';
export const TOO_LONG_FOR_WEEKS = 'Enter at most 7 days if it repeats every week.';
export const TOO_LONG_FOR_YEARS = 'Enter at most 365 days if it repeats every year.';
export const ENTER_VALID_DAYS = `Enter valid days, at most ${MAX_ASKED_DAYS}.`;
export const TOO_MANY_DAYS = `Ask about at most ${MAX_ASKED_DAYS} days.`;

export const NO_SUCH_ENTRY = cannotFind('entry');
export const ENTRY_CHANGED = changedBySomebodyElse('entry');
export const ENTRY_ADDED = 'Dates added';
export const ENTRY_SAVED = 'Dates saved';
export const ENTRY_DELETED = 'Dates deleted';
export const entryLimit = (max: number) => `A location can have at most ${formatNumber(max)} entries of dates.`;
