import { formatCount } from '../../../../platform/text/numbers.ts';

export const CHOOSE_YES_OR_NO = 'Answer yes or no.';
export const CHOOSE_FROM_LIST = 'Choose from the list.';
export const noneExcludes = (none: string) => `Choose either “${none}” or the others.`;
export const factTooLong = (max: number) => `Enter at most ${formatCount(max, 'character')}.`;
export const UNKNOWN_FACT = 'There is no such production fact.';
export const FUTURE_STATEMENT = 'Enter a day that is not in the future.';
export const FACT_FOR_TEAM = 'Only the Locations Team can change this.';
/** @param text the value now; empty for none. @param stated who says so and when */
export const factChanged = (text: string, stated: string | null) =>
  `Somebody else has ${text === '' ? 'removed this answer' : `changed this to “${text}” (${stated})`}. To replace it, enter yours again.`;
export const UNSAVED_FACTS = 'There are unsaved production facts. Save them, or discard them by clicking on reset.';
