import { byLocale } from './locale.ts';

const andFormat = byLocale(({ language }) => new Intl.ListFormat(language, { type: 'conjunction' }));
const orFormat = byLocale(({ language }) => new Intl.ListFormat(language, { type: 'disjunction' }));

/** Joins texts as 'a, b and c'. */
export function joinWithAnd(texts: readonly string[]): string {
  return andFormat().format(texts);
}

/** Joins texts as 'a, b or c'. */
export function joinWithOr(texts: readonly string[]): string {
  return orFormat().format(texts);
}
