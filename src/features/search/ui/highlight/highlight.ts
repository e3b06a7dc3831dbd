import { fold, matchesTerm, tokenize } from '../../text/analysis.ts';

const ACCENT = /\p{M}/u;

/** Part of a text. */
export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * Splits a text into words that match the terms of a `SearchPage` and the text between them, regardless of case and accents.
 * Of a word that only begins with a term, such as `cas*`, it marks the beginning.
 */
export function highlight(text: string, terms: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const cut = (to: number, marked: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), marked });
    from = to;
  };
  for (const { word, start, end } of terms.length > 0 ? tokenize(text) : []) {
    if (!matchesTerm(word, terms)) continue;
    cut(start, false);
    cut(terms.includes(word) ? end : start + getMatchedLength(text.slice(start, end), word, terms), true);
  }
  cut(text.length, false);
  return parts;
}

/** Length of the longest beginning of a word that a prefix stands for, in UTF-16 code units; the accents on its last letter belong to it. */
function getMatchedLength(original: string, word: string, terms: readonly string[]): number {
  const prefixes = terms.filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1));
  const longest = Math.max(...prefixes.filter((prefix) => word.startsWith(prefix)).map((prefix) => prefix.length));
  let length = 0;
  for (const letter of original) {
    if (fold(original.slice(0, length)).length >= longest && !ACCENT.test(letter)) break;
    length += letter.length;
  }
  return length;
}
