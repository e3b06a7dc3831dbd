import type { Suggestion } from '../../search-engine.ts';
import { isMeant, wordsOf } from '../text/analysis.ts';
import type { KnownName, NamesByWord } from '../index/name-index.ts';
import type { WordReading } from './query-expansion.ts';

const KINDS: readonly Suggestion['kind'][] = ['town', 'category', 'localauthority', 'title'];

/**
 * At most `limit` suggestions, best first and none twice. Half of the places are for the towns, categories and local
 * authorities with the most locations, the rest for titles, given best first; what one leaves free goes to the other.
 */
export function suggestions(
  readings: readonly Pick<WordReading, 'terms'>[],
  names: NamesByWord,
  titles: Iterable<string>,
  limit: number,
): Suggestion[] {
  const named = namesMeant(readings, names, limit);
  const chosen = new Map<string, Suggestion>();
  const choose = (kind: Suggestion['kind'], text: string, words: readonly string[]) => {
    const key = words.join(' ');
    if (chosen.size < limit && !chosen.has(key)) chosen.set(key, { kind, text });
  };
  const half = Math.ceil(limit / 2);
  for (const { kind, text, words } of named.slice(0, half)) choose(kind, text, words);
  for (const title of titles) {
    if (chosen.size === limit) break;
    const words = wordsOf(title);
    if (allMeant(readings, words)) choose('title', title, words);
  }
  for (const { kind, text, words } of named.slice(half)) choose(kind, text, words);
  return [...chosen.values()];
}

/** Names that match every word: first those that begin with the first one, then those with the most locations. */
function namesMeant(readings: readonly Pick<WordReading, 'terms'>[], names: NamesByWord, limit: number): KnownName[] {
  const found: KnownName[] = [];
  const first = readings[0]!.terms;
  const begins = ({ words }: KnownName) => Number(isMeant(words[0]!, first));
  const order = (a: KnownName, b: KnownName) =>
    begins(b) - begins(a) ||
    b.total - a.total ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    (a.text < b.text ? -1 : 1);
  for (const term of readings.at(-1)!.terms) {
    const onlyWord = readings.length === 1 && term.endsWith('*');
    for (const name of names.withWord(term.replace('*', ''))) {
      if (found.length === limit && order(found.at(-1)!, name) < 0) continue;
      if (!found.includes(name) && (onlyWord || allMeant(readings, name.words))) insert(found, name, order, limit);
    }
  }
  return found;
}

/** Puts one among the first in an order, of which at most `limit` are kept. */
function insert<T>(first: T[], one: T, order: (a: T, b: T) => number, limit: number): void {
  let at = first.length;
  while (at > 0 && order(one, first[at - 1]!) < 0) at--;
  first.splice(at, 0, one);
  if (first.length > limit) first.length = limit;
}

function allMeant(readings: readonly Pick<WordReading, 'terms'>[], words: readonly string[]): boolean {
  return readings.every(({ terms }) => words.some((word) => isMeant(word, terms)));
}
