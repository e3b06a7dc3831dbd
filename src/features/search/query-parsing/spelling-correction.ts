import type { QueryPart } from './query-part.ts';

/** The parts of a query with exactly another word in place of one part. */
export function replaceWord(parts: readonly QueryPart[], index: number, word: string): QueryPart[] {
  return parts.map((part, i) => (i === index ? { ...part, words: [word], isLiteral: true } : part));
}

/**
 * Chooses the word that was probably meant by a rare one: the one that most locations contain together with the other parts, if these
 * are more than contain the rare word. So it is not offered back.
 * @param totals number of locations by similar word; those with an image count twice
 * @param own number of locations with the rare word, counted likewise
 */
export function chooseCommonWord(totals: ReadonlyMap<string, number>, own: number): string | null {
  const [best] = [...totals].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return best && best[1] > own ? best[0] : null;
}
