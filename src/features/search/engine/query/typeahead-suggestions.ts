import type { Suggestion } from '../../search-engine.ts';
import type { Completion, Completions } from '../../query-parsing/complete-query.ts';
import { matchesTerm, analyze, toKey } from '../../text/analysis.ts';
import type { SuggestedName, SuggestedNames } from './suggested-names.ts';
import type { ExpandedPart } from './expansion-builder.ts';

const KINDS: readonly Suggestion['kind'][] = ['town', 'category', 'localauthority', 'title'];

/** The candidates for suggestions. */
interface Candidates {
  /** By part of the query. */
  readonly terms: readonly Pick<ExpandedPart, 'terms'>[];
  readonly names: SuggestedNames;
  readonly titles: Iterable<string>;
  readonly completions: Completions;
}

/**
 * At most `limit` distinct suggestions: half completions and names, those with the most locations, half titles, or more of one if the other
 * has fewer.
 */
export function selectSuggestions({ terms, names, titles, completions }: Candidates, limit: number): Suggestion[] {
  const namesInCatalogue = completions.areWhole ? findNames(terms, names, limit) : [];
  const newCompletions = completions.entries.filter((completion) => !isCategory(completion, namesInCatalogue));
  const otherNames = namesInCatalogue.filter((name) => !isAmongPlaces(name, newCompletions));
  const lead = [...alternate(newCompletions, otherNames)];
  const selected = new Map<string, Suggestion>();
  const add = (suggestion: Suggestion) => {
    const key = analyze(suggestion.text).join(' ');
    if (selected.size < limit && !selected.has(key)) selected.set(key, suggestion);
  };
  const half = Math.ceil(limit / 2);
  for (const suggestion of lead.slice(0, half)) add(suggestion);
  for (const title of titles) {
    if (selected.size === limit) break;
    const words = analyze(title);
    if (matchesEveryTerm(terms, words)) add({ kind: 'title', text: title });
  }
  for (const suggestion of lead.slice(half)) add(suggestion);
  return [...selected.values()];
}

/** Whether a category of the catalogue, which becomes a filter, says the same as a term. */
function isCategory({ kind, text, detail }: Completion, names: readonly SuggestedName[]): boolean {
  const said = new Set([toKey(text), toKey(detail)]);
  return kind === 'term' && names.some((name) => name.kind === 'category' && said.has(toKey(name.text)));
}

/** Whether a town or local authority is a place of the vocabulary too, perhaps with what tells it from others of its name. */
function isAmongPlaces({ kind, text }: SuggestedName, completions: readonly Completion[]): boolean {
  const key = toKey(text);
  const isSame = (place: string) => place === key || place.startsWith(`${key} `);
  return kind !== 'category' && completions.some((completion) => isSame(toKey(completion.text)));
}

/** By turns, starting with the completions unless a category is among the names. */
function* alternate(completions: readonly Completion[], names: readonly SuggestedName[]): Iterable<Suggestion> {
  const suggestions = names.map(({ kind, text }): Suggestion => ({ kind, text }));
  const pair = names[0]?.kind === 'category' ? [suggestions, completions] : [completions, suggestions];
  for (let i = 0; i < Math.max(completions.length, names.length); i++)
    for (const list of pair) if (list[i]) yield list[i]!;
}

/** Names that match every term: first those whose first word matches the first term, then those with the most locations. */
function findNames(
  terms: readonly Pick<ExpandedPart, 'terms'>[],
  names: SuggestedNames,
  limit: number,
): SuggestedName[] {
  const found: SuggestedName[] = [];
  const first = terms[0]!.terms;
  const startsWithFirstTerm = ({ words }: SuggestedName) => Number(matchesTerm(words[0]!, first));
  const compare = (a: SuggestedName, b: SuggestedName) =>
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
