import type { QueryPart } from './query-part.ts';

/** A minus sign before a word, at the end of the text before it. */
const MINUS = /(?:^|\s)[-−]$/;
/** The same, or a word, before a quotation mark. */
const BEFORE_QUOTE = /(?<=^|\s)(?:[-−]|(?:no|not|without)\s+)$/i;
const NEGATIONS: ReadonlySet<string> = new Set(['except', 'excluding', 'no', 'not', 'without']);

export function isAfterMinus(before: string): boolean {
  return MINUS.test(before);
}

/** Whether a word excludes the next one. "Pier no 3" excludes nothing. */
export function isNegation(word: string | undefined, next: string | undefined): boolean {
  return word !== undefined && NEGATIONS.has(word) && !(word === 'no' && /^\d/.test(next ?? ''));
}

/** Where the minus sign or the word before a quotation mark starts, if there is one. */
export function findNegationBeforeQuote(before: string): number | undefined {
  return BEFORE_QUOTE.exec(before)?.index;
}

/** The part as an exclusion: what is only close to its meaning stays, and so does what has the name of its place elsewhere. */
export function toExcluded(part: QueryPart): QueryPart {
  const { filter: _, otherPlaces: __, ...rest } = part;
  const { label, words, synonyms, options, place } = rest;
  return {
    ...rest,
    label: `not ${label ?? words.join(' ')}`,
    synonyms: synonyms.filter(({ related }) => !related),
    options: options.filter(({ related }) => !related),
    ...(place && { place: { ...place, name: [] } }),
  };
}
