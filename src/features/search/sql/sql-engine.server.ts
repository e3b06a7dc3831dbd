import type { BoundingBox } from '../../geography/schema.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { inSnapshot } from '../../locations/queries.server.ts';
import { FACET_FIELDS, type FacetField, RANGE_FIELDS } from '../../locations/schema.ts';
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
import { analyze } from '../engine/text/analysis.ts';
import type { IndexedName, NameLookup } from '../engine/index/name-index.ts';
import { MarkerClusters } from '../engine/query/marker-clusters.ts';
import { TITLES_PER_SUGGESTION, getSimilarityWeight } from '../engine/text/relevance.ts';
import { selectSuggestions } from '../engine/query/suggestions.ts';
import { orderByScore, browseOrder, selectMatches, toFieldBit, isWithin } from './matching/queries.server.ts';
import { expandQuery } from './query-expansion/queries.server.ts';

/** Searches PostgreSQL itself, and so always the newest catalogue. */
export class SqlEngine implements SearchEngine {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  search(query: SearchQuery, page: { offset: number; limit: number }): Promise<SearchPage> {
    return inSnapshot(this.#db, async (snapshot) => {
      const expanded = await expandQuery(snapshot, query.words, query.typing);
      const { rows } = await sql<SearchRow>`
        with found as (${selectMatches(expanded, query)})
        select
          (select version from change_versions where name = 'catalogue') as generation,
          (select count(*) from found where missing = 0) as total,
          array(
            select id from found where missing = 0
            order by ${orderByScore(expanded)} offset ${page.offset} limit ${page.limit}
          ) as ids,
          (select coalesce(json_agg(t), '[]') from (${selectOptionTotals()}) t) as totals,
          (select coalesce(json_agg(r), '[]') from (${selectRanges()}) r) as ranges`.execute(snapshot);
      const { ids, total, totals, ranges, generation } = rows[0]!;
      return {
        ids,
        total,
        facets: () => toFacetCounts(totals, query.filters),
        ranges,
        terms: expanded.flatMap(({ terms }) => terms),
        generation,
      };
    });
  }

  markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): Promise<MapMarkers> {
    return inSnapshot(this.#db, async (snapshot) => {
      const expanded = await expandQuery(snapshot, query.words, query.typing);
      const { rows } = await sql<{ id: string; latitude: number; longitude: number }>`
        select id, latitude, longitude from (${selectMatches(expanded, query)}) f
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
      const expanded = await expandQuery(snapshot, words, true);
      if (expanded.length === 0) return [];
      // Every location that has a matching name matches the words itself, so these are the totals of the whole catalogue.
      const { rows } = await sql<{ titles: string[]; names: Omit<IndexedName, 'words'>[] }>`
        with found as (${selectMatches(expanded, { filters: {} })})
        select
          array(select title from found order by ${orderByScore(expanded)} limit ${limit * TITLES_PER_SUGGESTION}) as titles,
          (select coalesce(json_agg(n), '[]') from (${selectNameTotals()}) n) as names`.execute(snapshot);
      const { titles, names } = rows[0]!;
      return selectSuggestions(expanded, toNameLookup(names), titles, limit);
    });
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

/** The towns, categories and local authorities of the matches. */
function selectNameTotals() {
  return sql`
    select 'town' as kind, nearesttown as text, count(*) as total
    from found where nearesttown <> '' group by nearesttown
    union all
    select o.field, o.name, count(*)
    from found, unnest(option_ids) as option join options o on o.id = option
    where o.field in ('category', 'localauthority') group by o.id`;
}

function toNameLookup(totals: readonly Omit<IndexedName, 'words'>[]): NameLookup {
  const names = totals.map((name) => ({ ...name, words: analyze(name.text) }));
  return { findByPrefix: (prefix) => names.filter(({ words }) => words.some((word) => word.startsWith(prefix))) };
}
