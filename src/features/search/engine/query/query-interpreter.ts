import type { QueryPart } from '../../query-parsing/query-part.ts';
import { type Choice, FEW, chooseAll, chooseParts } from '../../query-parsing/required-parts.ts';
import { parseQuery } from '../../query-parsing/parse-query.ts';
import { joinUnknown, listNames } from '../../query-parsing/names.ts';
import { chooseCommonWord, replaceWord } from '../../query-parsing/spelling-correction.ts';
import type { SearchedPlace } from '../../query-parsing/searched-place.ts';
import {
  type QuerySummary,
  findSearchedPlace,
  listDroppedPlaces,
  summarise,
} from '../../query-parsing/query-summary.ts';
import { areForms } from '../../text/stemming.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { Memo } from '../collections/memo.ts';
import type { LiveIndex, Snapshot } from '../index/snapshot.ts';
import { getKilometresBetween } from '../../../geography/measure.ts';
import type { Position } from '../../../geography/schema.ts';
import { PICTURED_TERM } from '../../text/non-word-terms.ts';
import { formatWithin } from '../../messages.ts';
import { MAX_WITHIN_KM } from '../../schema.ts';
import type { ExpandedPart } from './expansion-builder.ts';
import { expandParts, expandSurroundings, expandTitles, expandTrait } from './query-expansion.ts';
import type { Candidates } from '../matching/candidates.ts';

/** Turning pages, choosing filters and moving the map repeat the same words. */
const MAX_CACHED_QUERIES = 4_096;

/** The words of a query as parts that a location has to match, and others that it may. */
export interface InterpretedQuery {
  readonly parts: readonly ExpandedPart[];
  /** Those of the parts that some locations match without having what their chips say: the others come first. */
  readonly strict: readonly ExpandedPart[];
  /** Those that match more of these come first. */
  readonly boosts: readonly ExpandedPart[];
  /** Around the places among these: the closer, the earlier. */
  readonly surroundings: readonly ExpandedPart[];
  /** A location must not match these. */
  readonly excluded: readonly ExpandedPart[];
  /** All but the excluded ones, in the order typed. */
  readonly typed: readonly ExpandedPart[];
  readonly summary: QuerySummary;
  /** The first place among the parts to match. */
  readonly place: SearchedPlace | null;
}

/** Parses the words of queries, and chooses the parts to match by what a snapshot contains. */
export class QueryInterpreter {
  readonly #snapshot: Snapshot;
  readonly #vocabulary: Vocabulary;
  /** Working memory. */
  readonly #candidates: Candidates;
  readonly #cache = new Memo<InterpretedQuery>(MAX_CACHED_QUERIES);

  constructor(snapshot: Snapshot, vocabulary: Vocabulary, candidates: Candidates) {
    this.#snapshot = snapshot;
    this.#vocabulary = vocabulary;
    this.#candidates = candidates;
  }

  /** @param typing whether the last word may be the start of one */
  interpret(words: string, typing: boolean): InterpretedQuery {
    return this.#cache.get(`${typing}${words}`, () => this.#interpret(words, typing));
  }

  #interpret(words: string, typing: boolean): InterpretedQuery {
    const { parts: indexes } = this.#snapshot;
    const isKnown = (word: string) => this.#isKnown(word);
    // A word that is being typed may become a known one.
    const parsed = parseQuery(words, this.#vocabulary, typing ? undefined : isKnown);
    const all = typing ? parsed : this.#joinUnknownNames(words, parsed);
    const allExpanded = expandParts(all, typing, indexes);
    const parts = all.filter(({ isExcluded }) => !isExcluded);
    const expanded = allExpanded.filter((_, i) => !all[i]!.isExcluded);
    const excluded = allExpanded.filter((_, i) => all[i]!.isExcluded);
    const choice = this.#chooseParts(parts, expanded, excluded);
    const isChosen = (_: unknown, i: number) => (choice.chosen & (1 << i)) !== 0;
    return {
      parts: expanded.filter(isChosen),
      strict: expanded.filter((part, i) => isChosen(part, i) && part.strictPostings !== part.postings),
      boosts: expanded.filter((part, i) => !isChosen(part, i)),
      surroundings: listDroppedPlaces(parts, choice).map((place) => expandSurroundings(place, indexes)),
      excluded,
      typed: expanded,
      summary: summarise(
        all,
        choice,
        this.#findCommonWords(parts, expanded, excluded),
        choice.matchingAll === 0 ? this.#findWider(parts, expanded, excluded) : null,
      ),
      place: findSearchedPlace(parts, choice),
    };
  }

  /** Whether any location contains a form of a word. */
  #isKnown(word: string): boolean {
    return this.#snapshot.parts.some((live) => {
      const { terms } = live.index;
      const isForm = (term: number) => areForms(word, terms.terms.at(term)) && live.hasLiveLocation(term, term + 1);
      return terms.findByStem(word).some(isForm);
    });
  }

  /** A name is never corrected word by word: if no title has all of it, with its typing mistakes, it is not known. */
  #joinUnknownNames(query: string, parts: readonly QueryPart[]): QueryPart[] {
    const joined: QueryPart[] = [];
    let end = 0;
    // Small letters are rather typing mistakes.
    const names = listNames(query, parts).filter(({ capitals }) => capitals > 0);
    const expanded = names.length > 0 ? expandParts(parts, false, this.#snapshot.parts) : [];
    for (const { from, to, capitals, startsWithTerm, title } of names) {
      const name = parts.slice(from, to);
      const words = parts.slice(...title).map((part) => part.words[0] ?? '');
      const inTitle = expanded.slice(...title).map((part, i) => withSameInitial(part, words[i]!));
      const isUnknown =
        (startsWithTerm || this.#isInNoText(expanded.slice(from, to), capitals, expanded.slice(...title))) &&
        this.#countMatching(expandTitles(inTitle, this.#snapshot.parts), [], 1) === 0;
      joined.push(...parts.slice(end, from), ...(isUnknown ? [this.#toUnknownPart(query, name)] : name));
      end = to;
    }
    return [...joined, ...parts.slice(end)];
  }

  #toUnknownPart(query: string, name: readonly QueryPart[]): QueryPart {
    const part = joinUnknown(query, name);
    const otherPlaces = this.#vocabulary.listSimilarPlaceNames(part.text).map((text) => ({ name: text, text }));
    return { ...part, otherPlaces };
  }

  /** Whether the texts of no location have a name. @param whole the name with the terms that belong to it */
  #isInNoText(name: readonly ExpandedPart[], capitals: number, whole: readonly ExpandedPart[]): boolean {
    if (name.some((part) => part.isGuessed)) return true;
    const isWord = capitals === 1 && whole.length === name.length;
    return !isWord && this.#countMatching(toCertain(whole), [], 1) === 0;
  }

  #chooseParts(
    parts: readonly QueryPart[],
    expanded: readonly ExpandedPart[],
    excluded: readonly ExpandedPart[],
  ): Choice {
    const certain = toCertain(expanded);
    if (parts.length < 2 || this.#countMatching(certain, excluded, FEW) >= FEW) return chooseAll(parts);
    return chooseParts(parts, this.#countByMask(certain, excluded), this.#snapshot.size);
  }

  /** Doubles the distance of a query until something matches all of it. Few match the rest, so that their distances are found at once. */
  #findWider(
    parts: readonly QueryPart[],
    expanded: readonly ExpandedPart[],
    excluded: readonly ExpandedPart[],
  ): QuerySummary['wider'] {
    const at = parts.findIndex(({ isRequired, filter }) => isRequired && filter?.within !== undefined);
    const { place, filter, spans } = parts[at] ?? {};
    if (!place || !filter?.within) return null;
    const distances = this.#listDistances(expanded.toSpliced(at, 1), excluded, place.searched);
    if (distances.length === 0) return null;
    let { within } = filter;
    const nearest = distances.reduce((least, distance) => Math.min(least, distance));
    while (within < nearest) within = Math.min(MAX_WITHIN_KM, 2 * within);
    return {
      text: formatWithin(within, filter.place!),
      spans: spans!.map(([start, end]): [number, number] => [start, end]),
      total: distances.filter((distance) => distance <= within).length,
    };
  }

  /** The kilometres, up to the greatest distance of a query, from a place to the locations that match all parts and no excluded one. */
  #listDistances(expanded: readonly ExpandedPart[], excluded: readonly ExpandedPart[], from: Position): number[] {
    return this.#snapshot.parts.flatMap((live, p) => {
      this.#fillMatching(p, live, expanded, excluded);
      const { latitudes, longitudes } = live.index.columns;
      const distances: number[] = [];
      for (let i = 0; i < this.#candidates.length; i++) {
        const location = this.#candidates.locations[i]!;
        const position = { latitude: latitudes[location]!, longitude: longitudes[location]! };
        const distance = getKilometresBetween(from, position);
        if (distance <= MAX_WITHIN_KM && live.isLive(location)) distances.push(distance);
      }
      return distances;
    });
  }

  /** By part: the word that was probably meant by a rare one. */
  #findCommonWords(
    parts: readonly QueryPart[],
    expanded: readonly ExpandedPart[],
    excluded: readonly ExpandedPart[],
  ): (string | null)[] {
    const { parts: indexes } = this.#snapshot;
    return expanded.map(({ similar }, i) => {
      const count = (word: string) => {
        const replaced = expandParts(replaceWord(parts, i, word), false, indexes);
        const pictured = expandTrait(PICTURED_TERM, indexes);
        return this.#countMatching(replaced, excluded) + this.#countMatching([...replaced, pictured], excluded);
      };
      if (similar.length === 0) return null;
      return chooseCommonWord(new Map(similar.map((word) => [word, count(word)])), count(parts[i]!.words[0]!));
    });
  }

  /** Counts the locations that match all parts and no excluded one, at least up to a limit. */
  #countMatching(expanded: readonly ExpandedPart[], excluded: readonly ExpandedPart[], limit = Infinity): number {
    let total = 0;
    for (const [p, live] of this.#snapshot.parts.entries()) {
      const candidates = this.#candidates;
      this.#fillMatching(p, live, expanded, excluded);
      if (!live.hasDeletes) total += candidates.length;
      else
        for (let i = 0; i < candidates.length && total < limit; i++) if (live.isLive(candidates.locations[i]!)) total++;
    }
    return total;
  }

  /** Takes the locations of a part of the snapshot, live or not, that match all parts of the query and no excluded one. */
  #fillMatching(
    p: number,
    live: LiveIndex,
    expanded: readonly ExpandedPart[],
    excluded: readonly ExpandedPart[],
  ): void {
    this.#candidates.reset(live.index.size);
    if (expanded.length === 0) this.#candidates.fillLive(live);
    else this.#candidates.fillMatching(expanded.map(({ postings }) => postings[p]!));
    if (excluded.length > 0) this.#candidates.exclude(excluded.map(({ postings }) => postings[p]!));
  }

  /** Counts the locations by the parts that they match, if they match no excluded one. */
  #countByMask(expanded: readonly ExpandedPart[], excluded: readonly ExpandedPart[]): Map<number, number> {
    const counts = new Map<number, number>();
    this.#snapshot.parts.forEach((live, p) => {
      const masks = new Uint16Array(live.index.size);
      for (const [i, { postings }] of expanded.entries()) {
        for (const { locations } of postings[p]!)
          for (let at = 0; at < locations.length; at++) masks[locations[at]!]! |= 1 << i;
      }
      for (const { postings } of excluded)
        for (const { locations } of postings[p]!) for (const at of locations) masks[at] = 0;
      for (const [location, mask] of masks.entries())
        if (mask !== 0 && live.isLive(location)) counts.set(mask, (counts.get(mask) ?? 0) + 1);
    });
    return counts;
  }
}

/** A typing mistake is hardly in the first letter: Parkhead is not Barrhead. */
function withSameInitial(part: ExpandedPart, word: string): ExpandedPart {
  if (!part.isGuessed) return part;
  return { ...part, terms: [...part.terms].filter((term) => term.startsWith(word.charAt(0))) };
}

function toCertain(expanded: readonly ExpandedPart[]): ExpandedPart[] {
  return expanded.map((part) => ({ ...part, postings: part.certainPostings }));
}
