import { matchesTerm, tokenize } from './engine/text/analysis.ts';

/** A piece of a text, and whether it is to be marked. */
export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * Cuts a text where its words match, folding case, accents and apostrophes as the engine does. Joined, the parts are
 * the text again.
 * @param terms as a search returns them: words, or beginnings that end in `*`
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
    cut(end, true);
  }
  cut(text.length, false);
  return parts;
}
