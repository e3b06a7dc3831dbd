import { cannotFind, changedBySomebodyElse } from '../../../platform/text/common-messages.ts';
import { MAX_GROUP, MAX_RULES, MAX_TERM_LENGTH, MAX_TERM_WORDS } from './limits.ts';

export const ENTER_TERMS = 'Enter at least one word.';
export const ENTER_GROUP = 'Enter at least two different words, each on its own line.';
export const ENTER_TARGETS = 'Enter at least one word or option that the words above also mean.';
export const TOO_MANY_TERMS = `Enter at most ${MAX_GROUP} lines.`;
export const TOO_MANY_RULES = `There are ${MAX_RULES} synonyms, which is the most that the search can have. Delete one first.`;
export const SYNONYM_EXISTS = 'There is a synonym with the same words already.';
export const SYNONYM_SAVED = 'Synonym saved. Searches use it at once.';
export const SYNONYM_DELETED = 'Synonym deleted. Searches no longer use it.';
export const SYNONYM_CHANGED = changedBySomebodyElse('synonym');
export const NO_SUCH_SYNONYM = cannotFind('synonym');
export const SWITCHED_ON = 'Switched on. Searches use it at once.';
export const SWITCHED_OFF = 'Switched off. Searches no longer use it.';

export const termTooLong = (term: string) =>
  `‘${term.slice(0, MAX_TERM_LENGTH)}…’ is too long. Use at most ${MAX_TERM_WORDS} words and ${MAX_TERM_LENGTH} characters.`;
export const ignoredTerm = (term: string) => `‘${term}’ has no word that the search looks for. Use another one.`;
export const otherMeaning = (term: string) =>
  `The search understands ‘${term}’ as a place, a period or several parts, so it cannot have synonyms. It can stand on the right of a one-way rule.`;
