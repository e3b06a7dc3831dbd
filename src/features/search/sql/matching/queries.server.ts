import { type RawBuilder, sql } from 'kysely';
import { type BoundingBox, FACET_FIELDS, type FacetChoice } from '../../../locations/schema.ts';
import type { SearchQuery } from '../../search-engine.ts';
import type { ExpandedTerm } from '../query-expansion/queries.server.ts';
import { LABEL_WEIGHTS } from '../search-vector.ts';

/** Decides between equal scores, and is the order where nothing is scored. */
export const browseOrder = sql`featured desc, pictured desc, published_at desc, id`;

/**
 * Selects the locations that have the words and lie in the area, and that the filters of all fields, or all but one,
 * allow: `missing` has a bit for the field whose filter does not, so that it is 0 for matches.
 */
export function selectMatches(
  readings: readonly ExpandedTerm[],
  { filters, bbox }: Pick<SearchQuery, 'filters' | 'bbox'>,
): RawBuilder<unknown> {
  return sql`
    select id, title, nearesttown, option_ids, latitude, longitude, featured, pictured, published_at, missing
    from published_locations, lateral (select ${failedFilters(filters)} as missing) m
    where ${matchesWords(readings)} and ${bbox ? isWithin(bbox) : sql`true`} and missing & (missing - 1) = 0`;
}

function failedFilters(filters: FacetChoice): RawBuilder<number> {
  const fields = FACET_FIELDS.filter((field) => filters[field]?.length);
  const bits = fields.map(
    (field) => sql`
      case when option_ids && array(select id from options where field = ${field} and name = any(${filters[field]}))
      then 0 else ${toFieldBit(sql`${field}`)} end`,
  );
  return sql`${sql.join([sql`0`, ...bits], sql` + `)}`;
}

/** The bit of a field in `missing`. */
export function toFieldBit(field: RawBuilder<unknown>): RawBuilder<number> {
  return sql`1 << array_position(${FACET_FIELDS}::text[], ${field})`;
}

/** Whether a position lies in a box, edges included. */
export function isWithin([west, south, east, north]: BoundingBox): RawBuilder<boolean> {
  return sql`(longitude between ${west} and ${east} and latitude between ${south} and ${north})`;
}

function matchesWords(readings: readonly ExpandedTerm[]): RawBuilder<boolean> {
  if (readings.length === 0) return sql`true`;
  if (readings.some(({ terms }) => terms.length === 0)) return sql`false`;
  const query = readings.map(({ lexemes }) => `(${[...lexemes.values()].flat().join(' | ')})`).join(' & ');
  return sql`id in (select id from search_terms where terms @@ ${query}::tsquery)`;
}

/** Orders what was found by the sum of what each word counts for most. */
export function orderByScore(readings: readonly ExpandedTerm[]): RawBuilder<unknown> {
  const scores = readings.filter(({ terms }) => terms.length > 0).map(score);
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
