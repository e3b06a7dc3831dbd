import type { BoundingBox, Position } from '../../../geography/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { FACET_FIELDS, RANGE_FIELDS } from '../../../locations/catalogue/schema.ts';
import { toRangeFilters } from '../../engine/facets/range-filter.ts';
import type { SearchFilters, SearchQuery } from '../../search-engine.ts';
import { EARTH_RADIUS_KM, getBoxAround } from '../../../geography/measure.ts';
import { toCircle } from '../../query-parsing/area-filters.ts';
import { EXPANSION_WEIGHTS, LOSS_AT_EDGE, MAX_IMPACT, SURROUNDINGS_KM } from '../../text/relevance.ts';
import { toOptionTerm } from '../../text/traits.ts';
import { METRES_PER_KILOMETRE, type ResultOrder } from '../../result-order.ts';
import { getOutlineBounds } from '../../query-parsing/area-bounds.ts';
import type { Area } from '../../vocabulary/schema.ts';
import type { ExpandedPart } from '../query-expansion/queries.server.ts';
import { LABEL_WEIGHTS, toLexeme } from '../search-vector.ts';

/** Also decides between equal scores. */
export const browseOrder = sql`featured desc, pictured desc, published_at desc, id`;

/** Selects the locations that match all parts, no excluded one and the area, and all filters (`missing` is 0) or all but one (`missing` is the bit of its field). */
export function selectMatches(
  parts: readonly ExpandedPart[],
  { filters, photographs, bbox }: Pick<SearchQuery, 'filters' | 'photographs' | 'bbox'>,
  excluded: readonly ExpandedPart[] = [],
): RawBuilder<unknown> {
  return sql`
    select id, title, nearesttown, option_ids, details, latitude, longitude, featured, pictured, published_at, missing
    from published_locations, lateral (select ${selectFailedFilters(filters)} as missing) m
    where ${sql.join([sql`missing & (missing - 1) = 0`, ...parts.map(matchesPart), ...excluded.map(isUnlike)], sql` and `)}
      and ${bbox ? isWithin(bbox) : sql`true`} and ${photographs ? sql`pictured` : sql`true`}`;
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

/** Counts the published locations by the parts that they match. Bit `i` of a mask is part `i`. */
export function selectCountsByMask(
  parts: readonly ExpandedPart[],
  excluded: readonly ExpandedPart[],
): RawBuilder<{ mask: number; total: number }> {
  const bits = parts.map(
    ({ area, certainLexemes }, i) =>
      sql`case when ${matchesPart({ area, lexemes: certainLexemes })} then ${1 << i} else 0 end`,
  );
  return sql`
    select mask, count(*) as total
    from (select ${sql.join(bits, sql` + `)} as mask from published_locations
      where ${sql.join([sql`true`, ...excluded.map(isUnlike)], sql` and `)}) m
    where mask > 0 group by mask`;
}

/** Without a position it is not known whether a location is in an area: then it is not. */
function isUnlike(part: ExpandedPart): RawBuilder<boolean> {
  return sql`(${matchesPart(part)}) is not true`;
}

function matchesPart({
  lexemes,
  area,
  pinned = [],
}: Pick<ExpandedPart, 'area'> & {
  readonly pinned?: readonly string[];
  readonly lexemes: ReadonlyMap<number, readonly string[]>;
}): RawBuilder<boolean> {
  const query = [...lexemes.values()].flat().join(' | ');
  const conditions = [
    ...(query ? [sql`id in (select id from search_terms where terms @@ ${query}::tsquery)`] : []),
    ...(area ? listAreaConditions(area) : []),
    ...(pinned.length > 0 ? [sql`id = any(${pinned}::uuid[])`] : []),
  ];
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

function listAreaConditions({ councils, circles, outlines }: Area): RawBuilder<boolean>[] {
  const council = councils.map((name) => toLexeme(toOptionTerm('localauthority', name))).join(' | ');
  return [
    ...(council ? [sql<boolean>`id in (select id from search_terms where terms @@ ${council}::tsquery)`] : []),
    ...circles.map(([latitude, longitude, km]) => {
      const centre = { latitude, longitude };
      return sql<boolean>`(${isWithin(getBoxAround(centre, km))} and ${getKilometresFrom(centre)} <= ${km})`;
    }),
    ...outlines.map(
      (outline) => sql<boolean>`(${isWithin(getOutlineBounds(outline))} and ${countEdgesToTheEast(outline)} % 2 = 1)`,
    ),
  ];
}

/** See `isInside`, whose arithmetic this repeats: the operator of PostgreSQL counts what is a little outside, too. */
function countEdgesToTheEast(outline: Area['outlines'][number]): RawBuilder<number> {
  const edges = outline.map((point, i) => [...point, ...outline.at(i - 1)!]);
  return sql`(
    select count(*) from json_array_elements(${JSON.stringify(edges)}) edge,
      lateral (select (edge->>0)::float8 as y, (edge->>1)::float8 as x, (edge->>2)::float8 as y0, (edge->>3)::float8 as x0) e
    where case when (y > latitude) = (y0 > latitude) then false
      else longitude < x + (latitude - y) / (y0 - y) * (x0 - x) end)`;
}

/** The great-circle distance of a location (haversine). */
function getKilometresFrom({ latitude, longitude }: Position): RawBuilder<number> {
  return sql`(2 * ${EARTH_RADIUS_KM}::float8 * asin(sqrt(least(1,
    sin(radians(latitude - ${latitude}::float8) / 2) ^ 2
    + cos(radians(latitude)) * cos(radians(${latitude}::float8)) * sin(radians(longitude - ${longitude}::float8) / 2) ^ 2))))`;
}

/** Sorts the matches by an order other than best match. */
export function orderBy(order: ResultOrder): RawBuilder<unknown> {
  if (order.by === 'newest') return sql`published_at desc, ${browseOrder}`;
  if (order.by === 'title') return sql`(select title_key from search_terms t where t.id = found.id), ${browseOrder}`;
  return sql`floor(${getKilometresFrom(order.from)} * ${METRES_PER_KILOMETRE} + 0.5) nulls last, ${browseOrder}`;
}

/** Orders the matches by the number of parts that they match, then by the sum over the parts of the best rank of each. */
export function orderByScore(
  parts: readonly ExpandedPart[],
  boosts: readonly ExpandedPart[] = [],
  surroundings: readonly Position[] = [],
): RawBuilder<unknown> {
  const scores = [...parts, ...boosts].filter(({ lexemes, area }) => lexemes.size > 0 || area).map(toScore);
  for (const place of surroundings) {
    const circle = toCircle(place, SURROUNDINGS_KM);
    scores.push(toAreaScore({ area: circle, nearestFirst: true }, EXPANSION_WEIGHTS.surroundings));
  }
  if (scores.length === 0) return browseOrder;
  const score = sql`(select ${sql.join(scores, sql` + `)} from search_terms t where t.id = found.id) desc, ${browseOrder}`;
  if (boosts.length === 0) return score;
  const matched = boosts.map((part) => sql`case when ${matchesPart(part)} then 1 else 0 end`);
  return sql`${sql.join(matched, sql` + `)} desc, ${score}`;
}

/** Puts pinned locations first, in their order. */
export function orderByPins(pinned: readonly string[]): RawBuilder<unknown> {
  return sql`array_position(${pinned}::uuid[], id) nulls last`;
}

function toScore({ lexemes, area, nearestFirst, name }: ExpandedPart): RawBuilder<number> {
  const ranks = Array.from(
    lexemes,
    ([weight, same]) => sql`${weight}::real * ts_rank(${LABEL_WEIGHTS}::real[], terms, ${same.join(' | ')}::tsquery)`,
  );
  return sql`greatest(${sql.join([...ranks, ...(area ? [toAreaScore({ area, nearestFirst, name }, EXPANSION_WEIGHTS.option)] : [])])})`;
}

/** The score of being in the area of a place, and above it of containing its name too. */
function toAreaScore(
  { area, nearestFirst, name }: { area: Area; nearestFirst: boolean; name?: string | undefined },
  weight: number,
): RawBuilder<number> {
  const [circle] = area.circles;
  const loss =
    nearestFirst && circle
      ? sql`${LOSS_AT_EDGE} * ${getKilometresFrom({ latitude: circle[0], longitude: circle[1] })} / ${circle[2]}`
      : sql`0`;
  const conditions = listAreaConditions(area);
  const inArea = conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`;
  const named = name
    ? sql`when ${inArea} and terms @@ ${name}::tsquery
        then ${weight} * (1 + 0.3 * ts_rank(${LABEL_WEIGHTS}::real[], terms, ${name}::tsquery))`
    : sql``;
  return sql`case ${named} when ${inArea}
    then ${weight} * floor(${MAX_IMPACT} * (1 - ${loss}) + 0.5) / ${MAX_IMPACT} else 0 end`;
}
