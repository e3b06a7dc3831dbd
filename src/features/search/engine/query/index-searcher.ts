import type { BoundingBox } from '../../../geography/schema.ts';
import type { MapMarkers, SearchPage, SearchQuery, Suggestion } from '../../search-engine.ts';
import { Memo } from '../collections/memo.ts';
import { MAX_TOP_K, type ScoredLocations } from '../collections/top-k.ts';
import { GlobalOrdinals, type ResolvedFilters } from '../facets/global-ordinals.ts';
import { ValueRanges } from '../facets/range-filter.ts';
import type { NameLookup } from '../index/suggested-names.ts';
import type { Address, Snapshot } from '../index/index-snapshot.ts';
import { TITLES_PER_SUGGESTION } from '../../text/relevance.ts';
import { compareCodePoints, toTitleKey } from '../../text/title-order.ts';
import { PICTURED_TERM } from '../../text/traits.ts';
import { completeQuery } from '../../query-parsing/complete-query.ts';
import { resolveAreas } from '../../query-parsing/area-filters.ts';
import { type ResultOrder, toResultOrder } from '../../result-order.ts';
import { listSearchedCategories } from '../../query-parsing/query-summary.ts';
import type { SearchedPlace } from '../../query-parsing/searched-place.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { MarkerClusters } from './marker-clusters.ts';
import type { MatchSet } from './match-set.ts';
import { type ExpandedPart, expandArea, expandTrait, withPinned } from './query-expansion.ts';
import { QueryInterpreter, type InterpretedQuery } from './query-interpreter.ts';
import { selectFirst } from './ordered-hits.ts';
import { selectTopOfSet } from './top-of-set.ts';
import { searchSegment } from './segment-search.ts';
import { getOptionWeights, matchSharedOptions } from './similar-locations.ts';
import { selectSuggestions } from './typeahead-suggestions.ts';

const MAX_CACHED_SUGGESTIONS = 4_096;
const MAX_CACHED_PINS = 4_096;

interface Hit extends Address {
  readonly score: number;
}

/** A query in the parts and options of the snapshot. */
interface QueryPlan {
  readonly understood: InterpretedQuery;
  /** A location must match all of these. */
  readonly parts: readonly ExpandedPart[];
  readonly filters: ResolvedFilters;
  readonly bbox: BoundingBox | undefined;
  /** These match all words in any case, and come first. */
  readonly pinned: readonly Address[];
  /** Where distances are measured from. */
  readonly place: SearchedPlace | null;
}

/** Answers queries from one snapshot of the index, as one vocabulary understands them. */
export class IndexSearcher {
  readonly snapshot: Snapshot;
  readonly vocabulary: Vocabulary;
  readonly #names: NameLookup;
  /** Working memory, shared with the searchers of other snapshots. */
  readonly #matches: MatchSet;
  readonly #options: GlobalOrdinals;
  readonly #interpreter: QueryInterpreter;
  #pictured: ExpandedPart | undefined;
  readonly #pinned = new Memo<readonly Address[]>(MAX_CACHED_PINS);
  readonly #suggestions = new Memo<readonly Suggestion[]>(MAX_CACHED_SUGGESTIONS);

  constructor(snapshot: Snapshot, vocabulary: Vocabulary, names: NameLookup, matches: MatchSet) {
    this.snapshot = snapshot;
    this.vocabulary = vocabulary;
    this.#names = names;
    this.#matches = matches;
    this.#options = new GlobalOrdinals(
      snapshot.segments.map(({ segment, optionTotals }) => ({ columns: segment.columns, optionTotals })),
    );
    this.#interpreter = new QueryInterpreter(snapshot, vocabulary, matches);
  }

  search(query: SearchQuery, { offset, limit }: { offset: number; limit: number }): Omit<SearchPage, 'generation'> {
    const plan = this.#plan(query);
    const totals = this.#options.zeroTotals();
    const hits: Hit[] = [];
    const matchingPins = new Set<Address>();
    // A page after the last one needs no ranking. Pinned locations may be among the best, too.
    const wanted = offset < this.snapshot.size ? offset + limit + plan.pinned.length : 0;
    const ranges = new ValueRanges();
    const order = toResultOrder(query.order, plan.place);
    let total = 0;
    this.#forEachSegment(plan, ranges, (matches, segmentIndex, segmentTotals) => {
      total += matches.total;
      this.#options.addTotals(segmentIndex, segmentTotals, totals);
      for (const pin of plan.pinned)
        if (pin.segmentIndex === segmentIndex && matches.has(pin.location)) matchingPins.add(pin);
      const top = order
        ? selectFirst(this.snapshot.segments[segmentIndex]!.segment.columns, matches.locations(), order, wanted)
        : matches.top(wanted);
      for (const hit of toHits(top, segmentIndex)) hits.push(hit);
    });
    const categories = query.filters.category ?? listSearchedCategories(plan.understood.summary);
    return {
      ids: toPage(
        this.#sort(hits, order).map((hit) => this.#getId(hit)),
        order ? [] : plan.pinned.filter((pin) => matchingPins.has(pin)).map((pin) => this.#getId(pin)),
        { offset, limit },
      ),
      total,
      facets: () => this.#options.toFacetCounts(totals, plan.filters),
      ranges: ranges.toFacetRanges(),
      terms: plan.understood.typed.flatMap(({ terms }) => terms),
      understood: plan.understood.summary,
      place: plan.place,
      relatedCategories: total === 0 ? this.vocabulary.listRelatedCategories(categories) : [],
    };
  }

  markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): MapMarkers {
    const { segments } = this.snapshot;
    const clusters = new MarkerClusters(view.bbox, view.zoom);
    const bbox = query.bbox ? intersectBoxes(query.bbox, view.bbox) : view.bbox;
    this.#forEachSegment(this.#plan({ ...query, bbox }), undefined, (matches, segmentIndex) => {
      const { segment } = segments[segmentIndex]!;
      for (const location of matches.locations()) clusters.add(segment, location);
    });
    return clusters.markers();
  }

  suggest(words: string, limit: number): readonly Suggestion[] {
    return this.#suggestions.get(`${limit} ${words}`, () => this.#suggest(words, limit));
  }

  similar(id: string, limit: number): readonly string[] {
    const { segments } = this.snapshot;
    const address = this.snapshot.find(id);
    if (!address) return [];
    const weights = getOptionWeights(this.snapshot, this.#options, address);
    const hits = segments.flatMap((live, segmentIndex) => {
      this.#matches.reserve(live.segment.size);
      matchSharedOptions(live, weights, this.#matches);
      return toHits(this.#matches.top(limit + 1), segmentIndex);
    });
    const ids = this.#sort(hits).map((hit) => this.#getId(hit));
    return ids.filter((other) => other !== id).slice(0, limit);
  }

  featured(limit: number): readonly string[] {
    const hits = this.snapshot.segments.flatMap((live, segmentIndex) => {
      const first: Hit[] = [];
      for (let location = 0; first.length < limit && live.segment.isFeatured(location); location++) {
        if (live.isLive(location)) first.push({ segmentIndex, location, score: 0 });
      }
      return first;
    });
    return this.#sort(hits)
      .slice(0, limit)
      .map((hit) => this.#getId(hit));
  }

  #suggest(words: string, limit: number): readonly Suggestion[] {
    const plan = this.#plan({ words, typing: true, filters: {} }, []);
    const { typed } = plan.understood;
    const completions = completeQuery(words, this.vocabulary, ({ field, name }) =>
      this.#options.hasLocations(field, name),
    );
    if (typed.length === 0) return completions.entries.slice(0, limit);
    const maxTitles = limit * TITLES_PER_SUGGESTION;
    const titles = this.#sort(this.#topByWords(plan, maxTitles))
      .values()
      .take(maxTitles)
      .map((hit) => this.#getTitle(hit));
    return selectSuggestions({ terms: typed, names: this.#names, titles, completions }, limit);
  }

  /** The best hits of each segment for a query of words alone. */
  #topByWords(plan: QueryPlan, limit: number): Hit[] {
    const hits: Hit[] = [];
    const { parts } = plan;
    const { boosts, excluded } = plan.understood;
    if (parts.length === 1 && boosts.length === 0 && excluded.length === 0 && limit <= MAX_TOP_K) {
      this.snapshot.segments.forEach(({ liveDocs }, segmentIndex) => {
        hits.push(...toHits(selectTopOfSet(liveDocs, parts[0]!.postings[segmentIndex]!, limit), segmentIndex));
      });
    } else {
      this.#forEachSegment(plan, undefined, (matches, segmentIndex) => {
        hits.push(...toHits(matches.top(limit), segmentIndex));
      });
    }
    return hits;
  }

  /** The pinned locations of a query that are published. */
  #getPinned(words: string): readonly Address[] {
    if (!this.vocabulary.hasPins) return [];
    return this.#pinned.get(words, () =>
      this.vocabulary.listPinned(words).flatMap((id) => this.snapshot.find(id) ?? []),
    );
  }

  /** @param pinned the locations that come first */
  #plan(query: SearchQuery, pinned = this.#getPinned(query.words)): QueryPlan {
    const understood = this.#interpreter.interpret(query.words, query.typing ?? false);
    const { areas, place } = resolveAreas(query, this.vocabulary);
    const parts = [
      ...(pinned.length === 0 ? understood.parts : understood.parts.map((part) => withPinned(part, pinned))),
      ...areas.map((area) => expandArea(area, this.snapshot.segments)),
      ...(query.photographs ? [this.#getPictured()] : []),
    ];
    const filters = this.#options.resolve(query.filters);
    return { understood, parts, pinned, filters, bbox: query.bbox, place: query.place ? place : understood.place };
  }

  #getPictured(): ExpandedPart {
    return (this.#pictured ??= expandTrait(PICTURED_TERM, this.snapshot.segments));
  }

  /** Calls back with the matches and the option totals of each segment, valid only during the call. Without ranges, nothing is counted. */
  #forEachSegment(
    { understood: { boosts, surroundings, excluded }, parts, filters, bbox }: QueryPlan,
    ranges: ValueRanges | undefined,
    use: (matches: MatchSet, segmentIndex: number, totals: Uint32Array) => void,
  ): void {
    this.snapshot.segments.forEach((live, segmentIndex) => {
      const totals = { options: live.zeroTotals(), ranges: ranges ?? new ValueRanges() };
      const filter = this.#options.toSegmentFilter(segmentIndex, filters);
      this.#matches.reserve(live.segment.size);
      const query = {
        parts,
        boosts,
        surroundings,
        excluded,
        segmentIndex,
        filter,
        bbox,
        counting: ranges !== undefined,
      };
      searchSegment(live, query, this.#matches, totals);
      use(this.#matches, segmentIndex, totals.options);
    });
  }

  /** Sorts the hits of all segments: by score or title, then in browse order. */
  #sort(hits: Hit[], order?: ResultOrder): Hit[] {
    const { segments } = this.snapshot;
    if (segments.length === 1) return hits;
    const rank = ({ segmentIndex, location }: Hit) => segments[segmentIndex]!.segment.columns.ranks[location]!;
    const compareRanks = (a: Hit, b: Hit) => rank(b) - rank(a) || (this.#getId(a) < this.#getId(b) ? -1 : 1);
    if (order?.by !== 'title') return hits.sort((a, b) => b.score - a.score || compareRanks(a, b));
    const keys = new Memo<string>(Infinity);
    const getKey = (hit: Hit) => keys.get(this.#getId(hit), () => toTitleKey(this.#getTitle(hit)));
    const compareTitles = (a: Hit, b: Hit) => compareCodePoints(getKey(a), getKey(b)) || compareRanks(a, b);
    return hits.sort((a, b) => (a.segmentIndex === b.segmentIndex ? b.score - a.score : compareTitles(a, b)));
  }

  #getId({ segmentIndex, location }: Address): string {
    return this.snapshot.segments[segmentIndex]!.segment.getId(location);
  }

  #getTitle({ segmentIndex, location }: Hit): string {
    return this.snapshot.segments[segmentIndex]!.segment.columns.titles.at(location);
  }
}

/** A page of results of which some come first. */
function toPage(ids: readonly string[], first: readonly string[], page: { offset: number; limit: number }): string[] {
  const all = first.length === 0 ? ids : [...first, ...ids.filter((id) => !first.includes(id))];
  return all.slice(page.offset, page.offset + page.limit);
}

function toHits({ locations, scores }: ScoredLocations, segmentIndex: number): Hit[] {
  return locations.map((location, i) => ({ segmentIndex, location, score: scores[i]! }));
}

function intersectBoxes(a: BoundingBox, b: BoundingBox): BoundingBox {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}
