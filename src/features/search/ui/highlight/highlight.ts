import { matchesTerm, tokenize } from '../../text/analysis.ts';

/** Part of a text. */
export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Splits a text into words that match the terms of a `SearchPage` and the text between them, regardless of case and accents. */
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
    cut(end, true);
  }
  cut(text.length, false);
  return parts;
}
