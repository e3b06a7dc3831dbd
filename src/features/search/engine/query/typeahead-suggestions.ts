import type { Suggestion } from '../../search-engine.ts';
import { matchesTerm, analyze } from '../../text/analysis.ts';
import type { IndexedName, NameLookup } from '../index/suggested-names.ts';
import type { ExpandedPart } from './query-expansion.ts';

const KINDS: readonly Suggestion['kind'][] = ['town', 'category', 'localauthority', 'title'];

/** At most `limit` distinct suggestions: half names, those with the most locations, half titles, or more of one if the other has fewer. */
export function selectSuggestions(
  terms: readonly Pick<ExpandedPart, 'terms'>[],
  names: NameLookup,
  titles: Iterable<string>,
  limit: number,
): Suggestion[] {
  const matchingNames = findNames(terms, names, limit);
  const selected = new Map<string, Suggestion>();
  const add = (kind: Suggestion['kind'], text: string, words: readonly string[]) => {
    const key = words.join(' ');
    if (selected.size < limit && !selected.has(key)) selected.set(key, { kind, text });
  };
  const half = Math.ceil(limit / 2);
  for (const { kind, text, words } of matchingNames.slice(0, half)) add(kind, text, words);
  for (const title of titles) {
    if (selected.size === limit) break;
    const words = analyze(title);
    if (matchesEveryTerm(terms, words)) add('title', title, words);
  }
  for (const { kind, text, words } of matchingNames.slice(half)) add(kind, text, words);
  return [...selected.values()];
}

/** Names that match every term: first those whose first word matches the first term, then those with the most locations. */
function findNames(terms: readonly Pick<ExpandedPart, 'terms'>[], names: NameLookup, limit: number): IndexedName[] {
  const found: IndexedName[] = [];
  const first = terms[0]!.terms;
  const startsWithFirstTerm = ({ words }: IndexedName) => Number(matchesTerm(words[0]!, first));
  const compare = (a: IndexedName, b: IndexedName) =>
    startsWithFirstTerm(b) - startsWithFirstTerm(a) ||
    b.total - a.total ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
    (a.text < b.text ? -1 : 1);
  for (const term of terms.at(-1)!.terms) {
    const onlyWord = terms.length === 1 && term.endsWith('*');
    for (const name of names.findByPrefix(term.replace('*', ''))) {
      if (found.length === limit && compare(found.at(-1)!, name) < 0) continue;
      if (!found.includes(name) && (onlyWord || matchesEveryTerm(terms, name.words)))
        insertTop(found, name, compare, limit);
    }
  }
  return found;
}

/** Inserts into a sorted list of at most `limit` entries. */
function insertTop<T>(first: T[], one: T, compare: (a: T, b: T) => number, limit: number): void {
  let at = first.length;
  while (at > 0 && compare(one, first[at - 1]!) < 0) at--;
  first.splice(at, 0, one);
  if (first.length > limit) first.length = limit;
}

function matchesEveryTerm(terms: readonly Pick<ExpandedPart, 'terms'>[], words: readonly string[]): boolean {
  return terms.every(({ terms }) => words.some((word) => matchesTerm(word, terms)));
}
