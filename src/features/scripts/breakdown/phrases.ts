import type { Token } from '../../search/text/analysis.ts';

/** Phrases with what each means. A phrase is folded words joined by spaces. */
export interface Phrases<T> {
  readonly meanings: ReadonlyMap<string, T>;
  /** Number of words of the longest phrase. */
  readonly maxLength: number;
}

interface FoundPhrase<T> {
  readonly meaning: T;
  /** Index of its first token. */
  readonly at: number;
  /** Number of its tokens. */
  readonly length: number;
}

export function createPhrases<T>(entries: Iterable<readonly [string, T]>): Phrases<T> {
  const meanings = new Map(entries);
  const lengths = [...meanings.keys()].map((phrase) => phrase.split(' ').length);
  return { meanings, maxLength: Math.max(0, ...lengths) };
}

/** Yields the phrases of a text from left to right, the longest match first. */
export function* findPhrases<T>(
  tokens: readonly Token[],
  { meanings, maxLength }: Phrases<T>,
): Generator<FoundPhrase<T>, void, void> {
  for (let at = 0; at < tokens.length; at++) {
    for (let length = Math.min(maxLength, tokens.length - at); length > 0; length--) {
      const phrase = joinWords(tokens, at, length);
      if (!meanings.has(phrase)) continue;
      yield { meaning: meanings.get(phrase)!, at, length };
      at += length - 1;
      break;
    }
  }
}

/** Most phrases have one word. */
function joinWords(tokens: readonly Token[], at: number, length: number): string {
  if (length === 1) return tokens[at]!.word;
  return tokens
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(' ');
}
