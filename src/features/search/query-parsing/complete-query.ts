import { MAX_QUERY_LENGTH } from '../schema.ts';
import { toKey, tokenize } from '../text/analysis.ts';
import type { OptionName, PlaceKind } from '../vocabulary/schema.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { parseQuery } from './parse-query.ts';
import type { QueryPart } from './query-part.ts';
import { lowerFirstLetter } from './term-label.ts';

/** Ways to go on typing a query. */
export interface Completions {
  readonly entries: readonly Completion[];
  /** Whether they replace all words: a name of the catalogue may do so too. */
  readonly areWhole: boolean;
}

/** A query that ends with the name of a place or with a term. */
export interface Completion {
  readonly kind: 'place' | 'term';
  readonly text: string;
  /** The kind of the place, or the meaning of the term. */
  readonly detail: string;
}

const KIND_NAMES: Readonly<Record<PlaceKind, string>> = {
  town: 'Town',
  village: 'Village',
  island: 'Island',
  council: 'Council area',
  area: 'Area',
  postcode: 'Postcode',
  landmark: 'Landmark',
};

/** One letter is the start of too much. */
const MIN_LENGTH = 2;
/** The number of completions of each kind. Since each of them is parsed, only the most likely names are tried. */
const MAX_COMPLETIONS = 3;
const MAX_TRIED = 6;
/** Words that places follow, and terms seldom do. */
const BEFORE_PLACES: ReadonlySet<string> = new Set(
  'around at beside by from in inside near nearby on outside round to within'.split(' '),
);

/**
 * Completes the last words of a query to names of places and to terms, by turns: the most likely first.
 * @param hasLocations whether any location has an option: a term for what nobody has is not offered
 */
export function completeQuery(
  query: string,
  vocabulary: Vocabulary,
  hasLocations: (option: OptionName) => boolean,
): Completions {
  const tokens = isInQuotes(query) ? [] : tokenize(query);
  for (const [at, { start }] of tokens.entries()) {
    const tail = query.slice(start);
    if (tail.includes('"') || toKey(tail).length < MIN_LENGTH) break;
    const complete = (name: string) => findCompletedPart(query.slice(0, start), name, vocabulary);
    const places = completeToPlaces(toKey(tail), at > 0, vocabulary, complete);
    const isAfterPreposition = at > 0 && BEFORE_PLACES.has(tokens[at - 1]!.word);
    const terms = isAfterPreposition ? [] : completeToTerms(toKey(tail), at === 0, vocabulary, hasLocations, complete);
    if (places.length + terms.length > 0) return { entries: takeTurns(places, terms), areWhole: at === 0 };
  }
  return { entries: [], areWhole: true };
}

/** Whether a quotation mark is still open at the end. */
function isInQuotes(query: string): boolean {
  return (query.match(/["“”]/g) ?? []).length % 2 === 1;
}

type Complete = (name: string) => { text: string; part: QueryPart } | undefined;

function completeToPlaces(prefix: string, anyPlace: boolean, vocabulary: Vocabulary, complete: Complete): Completion[] {
  const found: Completion[] = [];
  for (const { name, place } of vocabulary.listPlacesByPrefix(prefix).slice(0, MAX_TRIED)) {
    if (found.length === MAX_COMPLETIONS) break;
    // One is enough: titles of the catalogue begin like many of them.
    if (place.kind === 'landmark' && found.some(({ detail }) => detail.startsWith(KIND_NAMES.landmark))) continue;
    const completed = anyPlace || place.common ? complete(name) : undefined;
    if (!completed?.part.place) continue;
    const own = vocabulary.getPlaceName(place);
    const kind = KIND_NAMES[place.kind];
    const isUsualName = place.names[0] === name || own === name;
    found.push({ kind: 'place', text: completed.text, detail: isUsualName ? kind : `${kind} (${own})` });
  }
  return found;
}

/** One term for each meaning. */
function completeToTerms(
  prefix: string,
  isWhole: boolean,
  vocabulary: Vocabulary,
  hasLocations: (option: OptionName) => boolean,
  complete: Complete,
): Completion[] {
  const found = new Map<string, Completion>();
  for (const { term, meaning } of vocabulary.listTermsByPrefix(prefix).slice(0, MAX_TRIED)) {
    if (found.size === MAX_COMPLETIONS) break;
    if (!meaning.options.some((option) => !option.related && hasLocations(option))) continue;
    const completed = complete(isWhole ? term : lowerFirstLetter(term));
    const detail = completed?.part.label;
    if (detail && !completed.part.place && !found.has(detail))
      found.set(detail, { kind: 'term', text: completed.text, detail });
  }
  return [...found.values()];
}

/**
 * The completed query and the part that its end is understood as. Undefined if it is not, or if an earlier word is not: names such as
 * "Eilean Donan" are completed by titles.
 */
function findCompletedPart(head: string, name: string, vocabulary: Vocabulary): ReturnType<Complete> {
  const text = head + name;
  if (text.length > MAX_QUERY_LENGTH) return undefined;
  const parts = parseQuery(text, vocabulary);
  const part = parts.find(({ spans: [span] }) => span![1] === text.length && span![0] <= head.length);
  if (!part?.label) return undefined;
  const isIntroduced = part.spans[0]![0] < head.length;
  return isIntroduced || parts.every(({ label }) => label !== undefined) ? { text, part } : undefined;
}

function takeTurns(places: readonly Completion[], terms: readonly Completion[]): Completion[] {
  return Array.from({ length: Math.max(places.length, terms.length) }, (_, i) => [
    ...places.slice(i, i + 1),
    ...terms.slice(i, i + 1),
  ]).flat();
}
