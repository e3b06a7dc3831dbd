import { changedBySomebodyElse } from '../../../../platform/text/common-messages.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';

export const CHOOSE_YES_OR_NO = 'Answer yes or no.';
export const CHOOSE_FROM_LIST = 'Choose from the list.';
export const factTooLong = (max: number) => `Enter at most ${formatCount(max, 'character')}.`;
export const UNKNOWN_FACT = 'There is no such production fact.';
export const FUTURE_STATEMENT = 'Enter a day that is not in the future.';
export const FACT_FOR_TEAM = 'Only the Locations Team can change this.';
export const FACT_CHANGED = changedBySomebodyElse('fact');
