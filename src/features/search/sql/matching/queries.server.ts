import type { BoundingBox } from '../../../geography/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { FACET_FIELDS, RANGE_FIELDS } from '../../../locations/schema.ts';
import { toRangeFilters } from '../../engine/facets/number-ranges.ts';
import type { SearchFilters, SearchQuery } from '../../search-engine.ts';
import type { ExpandedTerm } from '../query-expansion/queries.server.ts';
import { LABEL_WEIGHTS } from '../search-vector.ts';

/** Also decides between equal scores. */
export const browseOrder = sql`featured desc, pictured desc, published_at desc, id`;

/** Selects the locations that match words and area, and all filters (`missing` is 0) or all but one (`missing` is the bit of its field). */
export function selectMatches(
  expanded: readonly ExpandedTerm[],
  { filters, bbox }: Pick<SearchQuery, 'filters' | 'bbox'>,
): RawBuilder<unknown> {
  return sql`
    select id, title, nearesttown, option_ids, details, latitude, longitude, featured, pictured, published_at, missing
    from published_locations, lateral (select ${selectFailedFilters(filters)} as missing) m
    where ${matchesWords(expanded)} and ${bbox ? isWithin(bbox) : sql`true`} and missing & (missing - 1) = 0`;
}

function selectFailedFilters(filters: SearchFilters): RawBuilder<number> {
  const options = FACET_FIELDS.filter((field) => filters[field]?.length).map((field) => ({
    field,
    passes: sql`option_ids && array(select id from options where field = ${field} and name = any(${filters[field]}))`,
  }));
  const ranges = toRangeFilters(filters).map(({ field, min, max }) => ({
    field: RANGE_FIELDS[field]!,
    passes: sql`(details->>${RANGE_FIELDS[field]!})::integer between ${min} and ${max}`,
  }));
  const bits = [...options, ...ranges].map(
    ({ field, passes }) => sql`case when ${passes} then 0 else ${toFieldBit(sql`${field}`)} end`,
  );
  return sql`${sql.join([sql`0`, ...bits], sql` + `)}`;
}

/** The bit of a field in `missing`. */
export function toFieldBit(field: RawBuilder<unknown>): RawBuilder<number> {
  return sql`1 << array_position(${[...FACET_FIELDS, ...RANGE_FIELDS]}::text[], ${field})`;
}

/** Whether a position lies in a box, edges included. */
export function isWithin([west, south, east, north]: BoundingBox): RawBuilder<boolean> {
  return sql`(longitude between ${west} and ${east} and latitude between ${south} and ${north})`;
}

function matchesWords(expanded: readonly ExpandedTerm[]): RawBuilder<boolean> {
  if (expanded.length === 0) return sql`true`;
  if (expanded.some(({ terms }) => terms.length === 0)) return sql`false`;
  const query = expanded.map(({ lexemes }) => `(${[...lexemes.values()].flat().join(' | ')})`).join(' & ');
  return sql`id in (select id from search_terms where terms @@ ${query}::tsquery)`;
}

/** Orders the matches by the sum over the words of the best rank of each. */
export function orderByScore(expanded: readonly ExpandedTerm[]): RawBuilder<unknown> {
  const scores = expanded.filter(({ terms }) => terms.length > 0).map(score);
  if (scores.length === 0) return browseOrder;
  return sql`(select ${sql.join(scores, sql` + `)} from search_terms t where t.id = found.id) desc, ${browseOrder}`;
}

function score({ lexemes }: ExpandedTerm): RawBuilder<number> {
  const ranks = Array.from(
    lexemes,
    ([weight, same]) => sql`${weight}::real * ts_rank(${LABEL_WEIGHTS}::real[], terms, ${same.join(' | ')}::tsquery)`,
  );
  return sql`greatest(${sql.join(ranks)})`;
}
