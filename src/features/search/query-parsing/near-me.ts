import { tokenize } from '../text/analysis.ts';
import { NEAR_KM } from '../schema.ts';
import { parseDistance } from './distances.ts';

const ME: readonly (readonly string[])[] = [['me'], ['here'], ['my', 'position'], ['my', 'location'], ['us']];

/** A distance from the visitor in a query. */
interface NearMe {
  readonly kilometres: number;
  /** Number of words. */
  readonly length: number;
}

/** Reads "near me" or "within 10 miles of my position" at the start of folded words. */
export function parseNearMe(words: readonly string[]): NearMe | undefined {
  const distance = parseDistance(words);
  if (!distance) return undefined;
  const named = ME.find((phrase) => phrase.every((word, i) => words[distance.length + i] === word));
  return named && { kilometres: Math.round(distance.kilometres ?? NEAR_KM), length: distance.length + named.length };
}

/** Where a query names a distance from the visitor, if it does. */
export function findNearMe(query: string): { span: [start: number, end: number]; kilometres: number } | undefined {
  const tokens = tokenize(query);
  for (const [at, { start }] of tokens.entries()) {
    const found = parseNearMe(tokens.slice(at).map(({ word }) => word));
    if (found) return { span: [start, tokens[at + found.length - 1]!.end], kilometres: found.kilometres };
  }
  return undefined;
}
