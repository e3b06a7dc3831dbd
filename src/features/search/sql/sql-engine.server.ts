import type { BoundingBox } from '../../geography/schema.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { inSnapshot } from '../../locations/catalogue/published/queries.server.ts';
import { FACET_FIELDS, type FacetField, RANGE_FIELDS } from '../../locations/catalogue/schema.ts';
import type {
  FacetCount,
  FacetRange,
  MapMarkers,
  SearchEngine,
  SearchFilters,
  SearchPage,
  SearchQuery,
  Suggestion,
} from '../search-engine.ts';
import { analyze } from '../text/analysis.ts';
import type { IndexedName, NameLookup } from '../engine/index/suggested-names.ts';
import { MarkerClusters } from '../engine/query/marker-clusters.ts';
import { TITLES_PER_SUGGESTION, getSimilarityWeight } from '../text/relevance.ts';
import { selectSuggestions } from '../engine/query/typeahead-suggestions.ts';
import {
  orderBy,
  orderByPins,
  orderByScore,
  browseOrder,
  selectCountsByMask,
  selectMatches,
  toFieldBit,
  isWithin,
} from './matching/queries.server.ts';
import { ExpandedPart, expandParts } from './query-expansion/queries.server.ts';
import { completeQuery } from '../query-parsing/complete-query.ts';
import { resolveAreas } from '../query-parsing/area-filters.ts';
import { chooseAll, chooseParts } from '../query-parsing/query-relaxation.ts';
import { parseQuery } from '../query-parsing/parse-query.ts';
import type { QueryPart } from '../query-parsing/query-part.ts';
import { chooseCommonWord, replaceWord } from '../query-parsing/spelling-correction.ts';
import { toResultOrder } from '../result-order.ts';
import type { SearchedPlace } from '../query-parsing/searched-place.ts';
import {
  type QuerySummary,
  findSearchedPlace,
  listDroppedPlaces,
  listSearchedCategories,
  summarise,
} from '../query-parsing/query-summary.ts';
import { EMPTY_VOCABULARY, type Vocabulary } from '../vocabulary/vocabulary.ts';

/** Searches PostgreSQL itself, and so always the newest catalogue. */
export class SqlEngine implements SearchEngine {
  readonly #db: Db;
  #vocabulary = EMPTY_VOCABULARY;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Understands all later queries by another vocabulary. */
  setVocabulary(vocabulary: Vocabulary): void {
    this.#vocabulary = vocabulary;
  }

  search(query: SearchQuery, page: { offset: number; limit: number }): Promise<SearchPage> {
    return inSnapshot(this.#db, async (snapshot) => {
      const { typed, parts, boosts, surroundings, excluded, pinned, summary, ...named } = await this.#interpret(
        snapshot,
        query.words,
        query.typing,
        this.#vocabulary.listPinned(query.words),
      );
      const { areas, ...filtered } = resolveAreas(query, this.#vocabulary);
      const { place } = query.place ? filtered : named;
      const order = toResultOrder(query.order, place);
      const byScore = orderByScore(parts, boosts, surroundings);
      const best = pinned.length > 0 ? sql`${orderByPins(pinned)}, ${byScore}` : byScore;
      const { rows } = await sql<SearchRow>`
        with found as (${selectMatches([...parts, ...areas.map((area) => new ExpandedPart(area))], query, excluded)})
        select
          (select version from change_versions where name = 'catalogue') as generation,
          (select count(*) from found where missing = 0) as total,
          array(
            select id from found where missing = 0
            order by ${order ? orderBy(order) : best} offset ${page.offset} limit ${page.limit}
          ) as ids,
          (select coalesce(json_agg(t), '[]') from (${selectOptionTotals()}) t) as totals,
          (select coalesce(json_agg(r), '[]') from (${selectRanges()}) r) as ranges`.execute(snapshot);
      const { ids, total, totals, ranges, generation } = rows[0]!;
      const categories = query.filters.category ?? listSearchedCategories(summary);
      return {
        ids,
        total,
        facets: () => toFacetCounts(totals, query.filters),
        ranges,
        terms: typed.flatMap(({ terms }) => terms),
        understood: summary,
        place,
        relatedCategories: total === 0 ? this.#vocabulary.listRelatedCategories(categories) : [],
        generation,
      };
    });
  }

  markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): Promise<MapMarkers> {
    return inSnapshot(this.#db, async (snapshot) => {
      const pins = this.#vocabulary.listPinned(query.words);
      const { parts, excluded } = await this.#interpret(snapshot, query.words, query.typing, pins);
      const { areas } = resolveAreas(query, this.#vocabulary);
      const { rows } = await sql<{ id: string; latitude: number; longitude: number }>`
        select id, latitude, longitude
        from (${selectMatches([...parts, ...areas.map((area) => new ExpandedPart(area))], query, excluded)}) f
        where missing = 0 and ${isWithin(view.bbox)}`.execute(snapshot);
      const places = {
        columns: {
          latitudes: Float64Array.from(rows, ({ latitude }) => latitude),
          longitudes: Float64Array.from(rows, ({ longitude }) => longitude),
        },
        getId: (row: number) => rows[row]!.id,
      };
      const grid = new MarkerClusters(view.bbox, view.zoom);
      for (const row of rows.keys()) grid.add(places, row);
      return grid.markers();
    });
  }

  suggest(words: string, limit: number): Promise<readonly Suggestion[]> {
    return inSnapshot(this.#db, async (snapshot) => {
      const { typed, parts, boosts, excluded } = await this.#interpret(snapshot, words, true);
      const { rows } = await sql<{ titles: string[]; totals: NameTotal[] }>`
        with found as (${selectMatches(parts, { filters: {} }, excluded)})
        select
          array(select title from found order by ${orderByScore(parts, boosts)} limit ${limit * TITLES_PER_SUGGESTION}) as titles,
          (select coalesce(json_agg(n), '[]') from (${selectNameTotals()}) n) as totals`.execute(snapshot);
      const { titles, totals } = rows[0]!;
      const options = new Set(totals.map(({ kind, text }) => `${kind}:${text}`));
      const completions = completeQuery(words, this.#vocabulary, ({ field, name }) => options.has(`${field}:${name}`));
      if (typed.length === 0) return completions.entries.slice(0, limit);
      return selectSuggestions({ terms: typed, names: toNameLookup(totals), titles, completions }, limit);
    });
  }

  /** @param pinned ids of locations that match all parts in any case */
  async #interpret(
    snapshot: Db,
    words: string,
    typing = false,
    pinned: readonly string[] = [],
  ): Promise<InterpretedQuery> {
    const all = parseQuery(words, this.#vocabulary);
    const expanded = await expandParts(snapshot, all, typing);
    const parts = all.filter(({ isExcluded }) => !isExcluded);
    const typed = expanded.filter((_, i) => !all[i]!.isExcluded);
    const excluded = expanded.filter((_, i) => all[i]!.isExcluded);
    let choice = chooseAll(parts);
    if (parts.length > 1) {
      const { rows } = await sql<{ mask: number; total: number }>`${selectCountsByMask(typed, excluded)}`.execute(
        snapshot,
      );
      const { rows: sizes } = await sql<{ size: number }>`select count(*) as size from published_locations`.execute(
        snapshot,
      );
      choice = chooseParts(parts, new Map(rows.map(({ mask, total }) => [mask, total])), sizes[0]!.size);
    }
    const isChosen = (_: unknown, i: number) => (choice.chosen & (1 << i)) !== 0;
    const boosts = typed.filter((part, i) => !isChosen(part, i));
    const chosen = typed.filter(isChosen);
    for (const part of chosen) part.pinned = pinned;
    return {
      typed,
      parts: chosen,
      boosts,
      surroundings: listDroppedPlaces(parts, choice),
      excluded,
      pinned,
      summary: summarise(all, choice, await findCommonWords(snapshot, parts, typed, excluded)),
      place: findSearchedPlace(parts, choice),
    };
  }

  similar(id: string, limit: number): Promise<readonly string[]> {
    return inSnapshot(this.#db, async (snapshot) => {
      const traits = await sql<{ id: number; field: FacetField; having: number; of_all: number }>`
        select o.id, o.field, (select count(*) from published_locations where o.id = any(option_ids)) as having,
          (select count(*) from published_locations) as of_all
        from published_locations l join options o on o.id = any(l.option_ids)
        where l.id = ${id}`.execute(snapshot);
      const weights = traits.rows.map(({ id: option, field, having, of_all }) => {
        return { id: option, weight: getSimilarityWeight(field, having, of_all) };
      });
      const { rows } = await sql<{ id: string }>`
        with traits as (select * from json_to_recordset(${JSON.stringify(weights)}) as t (id integer, weight integer))
        select id from published_locations,
          lateral (select sum(weight) as score from traits where traits.id = any(option_ids)) s
        where score > 0 and id <> ${id}
        order by score desc, ${browseOrder} limit ${limit}`.execute(snapshot);
      return rows.map((row) => row.id);
    });
  }

  async featured(limit: number): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from published_locations where featured order by ${browseOrder} limit ${limit}`.execute(this.#db);
    return rows.map((row) => row.id);
  }
}

/** By part: the word that was probably meant by a rare one. */
async function findCommonWords(
  snapshot: Db,
  parts: readonly QueryPart[],
  typed: readonly ExpandedPart[],
  excluded: readonly ExpandedPart[],
): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const [i, { similar }] of typed.entries()) {
    const count = (word: string) => countMatching(snapshot, replaceWord(parts, i, word), excluded);
    const totals = new Map<string, number>();
    for (const word of similar) totals.set(word, await count(word));
    const own = similar.length > 0 ? await count(parts[i]!.words[0]!) : 0;
    found.push(chooseCommonWord(totals, own));
  }
  return found;
}

/** Those with an image count twice. */
async function countMatching(
  snapshot: Db,
  parts: readonly QueryPart[],
  excluded: readonly ExpandedPart[],
): Promise<number> {
  const expanded = await expandParts(snapshot, parts, false);
  const { rows } = await sql<{ total: number }>`
    select count(*) + count(*) filter (where pictured) as total
    from (${selectMatches(expanded, { filters: {} }, excluded)}) m`.execute(snapshot);
  return rows[0]!.total;
}

/** The words of a query as parts that a location has to match, and others that it may. */
interface InterpretedQuery {
  /** All parts but the excluded ones, in the order typed. */
  readonly typed: readonly ExpandedPart[];
  readonly parts: readonly ExpandedPart[];
  readonly boosts: readonly ExpandedPart[];
  /** A location must not match these. */
  readonly excluded: readonly ExpandedPart[];
  /** Ids of locations that come first. */
  readonly pinned: readonly string[];
  /** The places among these. */
  readonly surroundings: readonly SearchedPlace[];
  readonly summary: QuerySummary;
  /** The first place among the parts to match. */
  readonly place: SearchedPlace | null;
}

interface OptionTotal {
  readonly field: FacetField;
  readonly name: string;
  readonly total: number;
}

interface SearchRow {
  readonly generation: number;
  readonly total: number;
  readonly ids: string[];
  readonly totals: readonly OptionTotal[];
  readonly ranges: readonly FacetRange[];
}

/** By option of the matches: the number of locations under the filters of the other fields. */
function selectOptionTotals() {
  return sql`
    select o.field, o.name, sum(c.total) as total
    from (
      select option, missing, count(*) as total
      from (select unnest(option_ids) as option, missing from found) u group by option, missing
    ) c
    join options o on o.id = c.option
    where c.missing in (0, ${toFieldBit(sql`o.field`)})
    group by o.id`;
}

/** By range field: the least and greatest value under the filters of the other fields. */
function selectRanges() {
  const value = sql`(found.details->>f.field)::integer`;
  return sql`
    select f.field, min(${value}) as min, max(${value}) as max
    from unnest(${RANGE_FIELDS}::text[]) with ordinality f (field, position)
    left join found on found.missing in (0, ${toFieldBit(sql`f.field`)})
    group by f.field, f.position order by f.position`;
}

function toFacetCounts(totals: readonly OptionTotal[], filters: SearchFilters): FacetCount[] {
  return FACET_FIELDS.map((field) => {
    const options = new Map<string, number>();
    for (const name of filters[field] ?? []) options.set(name, 0);
    for (const option of totals) if (option.field === field) options.set(option.name, option.total);
    return {
      field,
      options: [...options]
        .map(([name, total]) => ({ name, total }))
        .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1)),
    };
  });
}

/** How many published locations have a town or an option. */
interface NameTotal {
  readonly kind: 'town' | FacetField;
  readonly text: string;
  readonly total: number;
}

/** The towns and options of all published locations. */
function selectNameTotals() {
  return sql`
    select 'town' as kind, nearesttown as text, count(*) as total
    from published_locations where nearesttown <> '' group by nearesttown
    union all
    select o.field, o.name, count(*)
    from published_locations, unnest(option_ids) as option join options o on o.id = option
    group by o.id`;
}

/** The names that are suggested. */
function toNameLookup(totals: readonly NameTotal[]): NameLookup {
  const names = totals.flatMap(({ kind, ...name }): IndexedName[] =>
    kind === 'town' || kind === 'category' || kind === 'localauthority'
      ? [{ ...name, kind, words: analyze(name.text) }]
      : [],
  );
  return { findByPrefix: (prefix) => names.filter(({ words }) => words.some((word) => word.startsWith(prefix))) };
}
