import type { BoundingBox } from '../../../geography/schema.ts';
import { resolveAreas } from '../../query-parsing/area-filters.ts';
import { completeQuery } from '../../query-parsing/complete-query.ts';
import { listSearchedCategories } from '../../query-parsing/query-summary.ts';
import type { SearchedPlace } from '../../query-parsing/searched-place.ts';
import { type ResultOrder, toResultOrder } from '../../result-order.ts';
import type { MapMarkers, SearchPage, SearchQuery, Suggestion } from '../../search-engine.ts';
import { TITLES_PER_SUGGESTION } from '../../text/relevance.ts';
import { compareCodePoints, toTitleKey } from '../../text/title-order.ts';
import { toKey } from '../../text/analysis.ts';
import { PICTURED_TERM, toWholeTitleTerm } from '../../text/non-word-terms.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { clearBit, createFullBitSet, hasBit } from '../collections/bit-set.ts';
import { Memo } from '../collections/memo.ts';
import { FacetTotals } from '../matching/facet-totals.ts';
import { Filters } from '../matching/filters.ts';
import type { LocationIndex } from '../index/location-index.ts';
import type { Address, LiveIndex, Snapshot } from '../index/snapshot.ts';
import { createAreaTest } from './area-postings.ts';
import { type Candidates, MAX_PART_SCORE, MAX_SCORE } from '../matching/candidates.ts';
import { MarkerClusters } from './marker-clusters.ts';
import type { ExpandedPart } from './expansion-builder.ts';
import { expandArea, expandTrait, withFirst } from './query-expansion.ts';
import { type InterpretedQuery, QueryInterpreter } from './query-interpreter.ts';
import { takeInTurn } from '../collections/take-in-turn.ts';
import { fillSharing, listShareable } from './similar-locations.ts';
import { SuggestedNames } from './suggested-names.ts';
import { selectTop, toScores } from '../matching/top-hits.ts';
import { selectSuggestions } from './typeahead-suggestions.ts';

const MAX_CACHED_SUGGESTIONS = 4_096;
const MAX_CACHED_FIRST = 4_096;
/** A title that more locations share does not say which one is meant. */
const MAX_SAME_TITLE = 5;

interface Hit extends Address {
  readonly score: number;
}

/** A query in the terms of the snapshot. */
interface QueryPlan {
  readonly understood: InterpretedQuery;
  /** A location must match all of these. */
  readonly parts: readonly ExpandedPart[];
  readonly filters: Filters;
  readonly bbox: BoundingBox | undefined;
  /** Ids of locations that are left out; undefined if there are none. */
  readonly unavailable: ReadonlySet<string> | undefined;
  /** These match all words in any case, and come first: the pinned ones, then those with exactly this title. */
  readonly first: readonly Address[];
  /** Where distances are measured from. */
  readonly place: SearchedPlace | null;
}

/** Answers queries from one snapshot of the index, as one vocabulary understands them. */
export class IndexSearcher {
  readonly snapshot: Snapshot;
  readonly vocabulary: Vocabulary;
  /** Working memory, shared with the searchers of other snapshots. */
  readonly #candidates: Candidates;
  readonly #interpreter: QueryInterpreter;
  /** The totals of all locations. */
  #everything: FacetTotals | undefined;
  #names: SuggestedNames | undefined;
  #pictured: ExpandedPart | undefined;
  readonly #first = new Memo<readonly Address[]>(MAX_CACHED_FIRST);
  readonly #suggestions = new Memo<readonly Suggestion[]>(MAX_CACHED_SUGGESTIONS);

  constructor(snapshot: Snapshot, vocabulary: Vocabulary, candidates: Candidates) {
    this.snapshot = snapshot;
    this.vocabulary = vocabulary;
    this.#candidates = candidates;
    this.#interpreter = new QueryInterpreter(snapshot, vocabulary, candidates);
  }

  search(query: SearchQuery, { offset, limit }: { offset: number; limit: number }): Omit<SearchPage, 'generation'> {
    const plan = this.#plan(query);
    const order = toResultOrder(query.order, plan.place);
    // A page after the last one needs no ranking. The first ones may be among the best, too.
    const wanted = offset < this.snapshot.size ? offset + limit + plan.first.length : 0;
    const totals = this.#createTotals(plan);
    const hits: Hit[] = [];
    const matchingFirst = new Set<Address>();
    let total = 0;
    let fitting = 0;
    for (const [part, live] of this.snapshot.parts.entries()) {
      const candidates = this.#findMatches(plan, live, part, totals);
      total += candidates.length;
      fitting += candidates.raiseMatching(
        plan.understood.strict.map(({ strictPostings }) => strictPostings[part]!),
        MAX_SCORE,
      );
      for (const one of plan.first) {
        const at = one.part === part ? candidates.indexOf(one.location) : -1;
        if (at < 0) continue;
        matchingFirst.add(one);
        // They always fit.
        if (plan.understood.strict.length > 0 && candidates.scores[at]! < MAX_SCORE) fitting++;
      }
      const scores = order && toScores(candidates, live.index.columns, order);
      for (const hit of selectTop(candidates, wanted, scores)) hits.push({ part, ...hit });
    }
    const first = plan.first.filter((one) => matchingFirst.has(one));
    const categories = query.filters.category ?? listSearchedCategories(plan.understood.summary);
    return {
      ids: toPage(
        this.#sort(hits, order).map((hit) => this.snapshot.getId(hit)),
        order ? [] : first.map((one) => this.snapshot.getId(one)),
        { offset, limit },
      ),
      total,
      fitting,
      facets: () => totals.toFacetCounts(),
      ranges: totals.toFacetRanges(),
      terms: plan.understood.typed.flatMap(({ terms }) => terms),
      understood: plan.understood.summary,
      place: plan.place,
      relatedCategories: total === 0 ? this.vocabulary.listRelatedCategories(categories) : [],
    };
  }

  markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): MapMarkers {
    const clusters = new MarkerClusters(view.bbox, view.zoom);
    const bbox = query.bbox ? intersectBoxes(query.bbox, view.bbox) : view.bbox;
    const plan = this.#plan({ ...query, bbox });
    for (const [part, live] of this.snapshot.parts.entries()) {
      const { locations, length } = this.#findMatches(plan, live, part);
      for (let i = 0; i < length; i++) clusters.add(live.index, locations[i]!);
    }
    return clusters.markers();
  }

  suggest(words: string, limit: number): readonly Suggestion[] {
    return this.#suggestions.get(`${limit} ${words}`, () => this.#suggest(words, limit));
  }

  similar(id: string, limit: number): readonly string[] {
    const address = this.snapshot.find(id);
    if (!address) return [];
    const { weights, kinds } = listShareable(this.snapshot, this.#getEverything(), address);
    const rank = (kind?: string) => {
      const hits = this.snapshot.parts.flatMap((live, part) => {
        this.#candidates.reset(live.index.size);
        fillSharing(live, weights, kind, this.#candidates);
        return selectTop(this.#candidates, limit + 1).map((hit) => ({ part, ...hit }));
      });
      return this.#sort(hits).map((hit) => this.snapshot.getId(hit));
    };
    // A castle on an island is as much a castle as an island. Without others of its kinds, settings decide.
    const ids = new Set([...takeInTurn(kinds.map((kind) => rank(kind))), ...rank()]);
    ids.delete(id);
    return [...ids].slice(0, limit);
  }

  featured(limit: number): readonly string[] {
    const hits = this.snapshot.parts.flatMap((live, part) => {
      const first: Hit[] = [];
      for (let location = 0; first.length < limit && live.index.isFeatured(location); location++) {
        if (live.isLive(location)) first.push({ part, location, score: 0 });
      }
      return first;
    });
    return this.#sort(hits)
      .slice(0, limit)
      .map((hit) => this.snapshot.getId(hit));
  }

  #suggest(words: string, limit: number): readonly Suggestion[] {
    const plan = this.#plan({ words, typing: true, filters: {} }, []);
    const { typed } = plan.understood;
    const everything = this.#getEverything();
    const completions = completeQuery(
      words,
      this.vocabulary,
      ({ field, name }) => everything.countOption(field, name) > 0,
    );
    if (typed.length === 0) return completions.entries.slice(0, limit);
    const maxTitles = limit * TITLES_PER_SUGGESTION;
    const hits = this.snapshot.parts.flatMap((live, part) => {
      const candidates = this.#findMatches(plan, live, part);
      return selectTop(candidates, maxTitles).map((hit) => ({ part, ...hit }));
    });
    const titles = this.#sort(hits)
      .values()
      .take(maxTitles)
      .map((hit) => this.snapshot.getTitle(hit));
    this.#names ??= new SuggestedNames(everything);
    return selectSuggestions({ terms: typed, names: this.#names, titles, completions }, limit);
  }

  /** The totals of the whole catalogue. */
  #getEverything(): FacetTotals {
    if (this.#everything) return this.#everything;
    const { parts, options } = this.snapshot;
    const totals = new FacetTotals(new Filters({}, options), options);
    for (const live of parts) {
      this.#candidates.reset(live.index.size);
      this.#candidates.fillLive(live);
      totals.filter(live.index, this.#candidates);
    }
    return (this.#everything = totals);
  }

  /** The published locations that come first for some words. */
  #getFirst(words: string): readonly Address[] {
    return this.#first.get(words, () => {
      const pinned = this.vocabulary.listPinned(words);
      const titled = this.#findTitled(words).filter((one) => !pinned.includes(this.snapshot.getId(one)));
      return [...pinned.flatMap((id) => this.snapshot.find(id) ?? []), ...titled];
    });
  }

  /** The locations that have exactly some words as their title, in browse order. */
  #findTitled(words: string): readonly Address[] {
    const term = toWholeTitleTerm(toKey(words));
    const found = this.snapshot.parts.flatMap((live, part) => {
      const { terms } = live.index;
      const at = terms.terms.indexOf(term);
      const locations = at < 0 ? [] : Array.from(terms.getPostings(at, at + 1).locations);
      return locations.filter((location) => live.isLive(location)).map((location) => ({ part, location, score: 0 }));
    });
    return found.length > MAX_SAME_TITLE ? [] : this.#sort(found);
  }

  #plan(query: SearchQuery, first = this.#getFirst(query.words)): QueryPlan {
    const understood = this.#interpreter.interpret(query.words, query.typing ?? false);
    const { areas, place } = resolveAreas(query, this.vocabulary);
    const parts = [
      ...(first.length === 0 ? understood.parts : understood.parts.map((part) => withFirst(part, first))),
      ...areas.map((area) => expandArea(area, this.snapshot.parts)),
      ...(query.photographs ? [(this.#pictured ??= expandTrait(PICTURED_TERM, this.snapshot.parts))] : []),
    ];
    const filters = new Filters(query.filters, this.snapshot.options);
    const unavailable = query.unavailable?.size ? query.unavailable : undefined;
    return {
      understood,
      parts,
      first,
      filters,
      bbox: query.bbox,
      unavailable,
      place: query.place ? place : understood.place,
    };
  }

  /** The totals of a query: those of the whole catalogue if nothing restricts it. */
  #createTotals(plan: QueryPlan): FacetTotals {
    const { filters } = plan;
    if (isOnlyFiltered(plan) && filters.all === 0) return this.#getEverything();
    const everything = isOnlyFiltered(plan) && filters.isSingle ? this.#getEverything() : undefined;
    return new FacetTotals(filters, this.snapshot.options, everything);
  }

  /** The matches in one index, valid until the next call. */
  #findMatches(plan: QueryPlan, live: LiveIndex, part: number, totals = this.#createTotals(plan)): Candidates {
    const { parts, understood, filters, bbox, unavailable } = plan;
    const { boosts, surroundings, excluded } = understood;
    const { index } = live;
    const candidates = this.#candidates;
    const postingsOf = (expanded: readonly ExpandedPart[]) => expanded.map(({ postings }) => postings[part]!);
    candidates.reset(index.size);
    if (parts.length > 0) {
      candidates.fillMatching(postingsOf(parts));
      if (live.hasDeletes) candidates.retain((location) => live.isLive(location));
    } else if (isOnlyFiltered(plan) && filters.all !== 0) candidates.fillPassing(live, filters);
    else candidates.fillLive(live);
    if (bbox) candidates.retain(createAreaTest(bbox, index.columns));
    if (unavailable) candidates.retain(createIdTest(unavailable, index));
    if (excluded.length > 0) candidates.exclude(postingsOf(excluded));
    if (totals !== this.#everything) totals.filter(index, candidates);
    // More than all parts together: what matches one part more comes first, whatever the scores of the others.
    const amount = MAX_PART_SCORE * (parts.length + boosts.length + surroundings.length);
    for (const { certainPostings, postings } of boosts) {
      candidates.raise(certainPostings[part]!, amount);
      candidates.raise(postings[part]!, 0);
    }
    for (const postings of postingsOf(surroundings)) candidates.raise(postings, 0);
    return candidates;
  }

  /** Sorts the hits of all indexes: by score or title, then in browse order. */
  #sort(hits: Hit[], order?: ResultOrder): Hit[] {
    const { parts } = this.snapshot;
    if (parts.length === 1) return hits;
    const rank = ({ part, location }: Hit) => parts[part]!.index.columns.ranks[location]!;
    const keys = new Memo<string>(Infinity);
    const getKey = (hit: Hit) => keys.get(this.snapshot.getId(hit), () => toTitleKey(this.snapshot.getTitle(hit)));
    const compareTitles = (a: Hit, b: Hit) => compareCodePoints(getKey(a), getKey(b));
    const compareScores = order?.by === 'title' ? compareTitles : (a: Hit, b: Hit) => b.score - a.score;
    return hits.sort(
      (a, b) =>
        compareScores(a, b) ||
        rank(b) - rank(a) ||
        compareTitles(a, b) ||
        (this.snapshot.getId(a) < this.snapshot.getId(b) ? -1 : 1),
    );
  }
}

/** Whether nothing but filters restricts a query. */
function isOnlyFiltered({ parts, understood, bbox, unavailable }: QueryPlan): boolean {
  return parts.length === 0 && understood.excluded.length === 0 && bbox === undefined && unavailable === undefined;
}

/** Returns a test whether a location has none of some ids. */
function createIdTest(ids: ReadonlySet<string>, index: LocationIndex): (location: number) => boolean {
  const others = createFullBitSet(index.size);
  for (const id of ids) {
    const location = index.findLocation(id);
    if (location >= 0) clearBit(others, location);
  }
  return (location) => hasBit(others, location);
}

/** A page of results of which some come first. */
function toPage(ids: readonly string[], first: readonly string[], page: { offset: number; limit: number }): string[] {
  const all = first.length === 0 ? ids : [...first, ...ids.filter((id) => !first.includes(id))];
  return all.slice(page.offset, page.offset + page.limit);
}

function intersectBoxes(a: BoundingBox, b: BoundingBox): BoundingBox {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
