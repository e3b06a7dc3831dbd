import { formatDayRange } from '../../platform/text/dates.ts';
import { FILMING_DATES, formatWithin } from './messages.ts';
import type { BoundingBox, Position } from '../geography/schema.ts';
import {
  FACET_FIELDS,
  type FacetField,
  MAX_OPTION_LENGTH,
  RANGE_FIELDS,
  type RangeField,
  getFactLabel,
} from '../locations/catalogue/schema.ts';
import {
  MAX_QUERY_LENGTH,
  NEAR_KM,
  SEARCH_ORDERS,
  bboxParam,
  outlineParam,
  placeParam,
  rangeParams,
  roundDegrees,
  withinParam,
} from './schema.ts';
import { type DayRange, daysParam, formatDaysParam } from '../availability/schema.ts';
import type { NumberRange, SearchOrder } from './schema.ts';

/** The search parameters in the URL. Empty and default values are omitted, so that every search has one URL. */
export interface SearchParams extends Partial<Record<FacetField, string[]>>, Partial<Record<RangeField, string>> {
  query?: string;
  /** From 2; the first page is the default. */
  currentPage?: number;
  /** On phones, shows the map instead of the list. */
  view?: 'map';
  /** Leaves out locations without photographs. */
  photographs?: 'yes';
  /** `west,south,east,north` in degrees. */
  bbox?: string;
  /** The name of a place, or `latitude,longitude` in degrees. */
  place?: string;
  /** Kilometres around the place; without them, its area. A position always has them. */
  within?: number;
  /** A drawn area: `longitude,latitude` in degrees of each of its points. */
  outline?: string;
  /** Leaves out locations that are blocked on any of these days: one, or the first and the last. */
  dates?: string;
  /** Best match first, if undefined. */
  sort?: SearchOrder;
}

/** The names of all search parameters. */
export const SEARCH_PARAM_NAMES = [
  'query',
  'currentPage',
  'view',
  'photographs',
  'bbox',
  'place',
  'within',
  'outline',
  'dates',
  'sort',
  ...FACET_FIELDS,
  ...RANGE_FIELDS,
];

/** A selected option or a range, and the search without it. */
interface ActiveFilter {
  readonly field: FacetField | RangeField | 'photographs' | 'dates' | 'place' | 'bbox' | 'outline';
  readonly label: string;
  readonly value: string;
  readonly without: SearchParams;
}

const MAX_PAGE = 1_000_000;
const MAX_OPTIONS_PER_FIELD = 100;

/** Parses untrusted parameters. Invalid ones are ignored. */
export function parseSearchParams(raw: Readonly<Record<string, unknown>>): SearchParams {
  const params: SearchParams = {};
  const [text] = [raw['query']].flat();
  // Cutting at the maximum length can split a surrogate pair.
  const query =
    typeof text === 'string'
      ? text
          .trim()
          .slice(0, MAX_QUERY_LENGTH)
          .replace(/\p{Cc}|\p{Cs}/gu, ' ')
          .trim()
      : '';
  if (query) params.query = query;
  for (const field of FACET_FIELDS) {
    const options = [raw[field] ?? []].flat().filter(isOption);
    if (options.length > 0) params[field] = [...new Set(options)].slice(0, MAX_OPTIONS_PER_FIELD);
  }
  for (const field of RANGE_FIELDS) {
    const { data } = rangeParams[field].safeParse(raw[field]);
    if (data) params[field] = formatRange(data);
  }
  if (raw['photographs'] === 'yes') params.photographs = 'yes';
  const dates = daysParam.safeParse(raw['dates']);
  if (dates.success) params.dates = formatDaysParam(dates.data);
  Object.assign(params, parseAreas(raw));
  const sort = SEARCH_ORDERS.find((order) => order === raw['sort']);
  if (sort) params.sort = sort;
  const page = Number(raw['currentPage']);
  if (Number.isInteger(page) && page > 1 && page <= MAX_PAGE) params.currentPage = page;
  if (raw['view'] === 'map') params.view = 'map';
  return params;
}

/** The area on the map, the drawn area, and the place. */
function parseAreas(
  raw: Readonly<Record<string, unknown>>,
): Pick<SearchParams, 'bbox' | 'outline' | 'place' | 'within'> {
  const areas: ReturnType<typeof parseAreas> = {};
  const bbox = bboxParam.safeParse(raw['bbox']);
  if (bbox.success) areas.bbox = formatBbox(bbox.data);
  const outline = outlineParam.safeParse(raw['outline']);
  if (outline.success) areas.outline = formatOutline(outline.data);
  const place = placeParam.safeParse(raw['place']);
  if (!place.success) return areas;
  areas.place = typeof place.data === 'string' ? place.data : formatPosition(place.data);
  const within = withinParam.safeParse(raw['within']);
  if (within.success) areas.within = within.data;
  else if (typeof place.data !== 'string') areas.within = NEAR_KM;
  return areas;
}

function isOption(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_OPTION_LENGTH && !/\p{Cc}/u.test(value);
}

export function formatBbox(box: BoundingBox): string {
  return formatDegrees(box);
}

export function parseBbox({ bbox }: SearchParams): BoundingBox | undefined {
  return bbox === undefined ? undefined : bboxParam.parse(bbox);
}

export function formatPosition({ latitude, longitude }: Position): string {
  return formatDegrees([latitude, longitude]);
}

export function formatOutline(outline: readonly Position[]): string {
  return formatDegrees(outline.flatMap(({ latitude, longitude }) => [longitude, latitude]));
}

function formatDegrees(degrees: readonly number[]): string {
  return degrees.map(roundDegrees).join(',');
}

export function parseOutline({ outline }: SearchParams): Position[] | undefined {
  return outline === undefined ? undefined : outlineParam.parse(outline);
}

/** The name of the place, or its position. */
export function parsePlace({ place }: SearchParams): string | Position | undefined {
  return place === undefined ? undefined : placeParam.parse(place);
}

export function formatRange({ min, max }: NumberRange): string {
  return `${min ?? ''}-${max ?? ''}`;
}

export function parseDates({ dates }: SearchParams): DayRange | undefined {
  return dates === undefined ? undefined : daysParam.parse(dates);
}

export function parseRange(params: SearchParams, field: RangeField): NumberRange {
  return rangeParams[field].parse(params[field]) ?? {};
}

export const PLACE = 'Place';
export const WITH_PHOTOGRAPHS = 'With photographs';

/** In the order of the filters. */
export function listActiveFilters(params: SearchParams): ActiveFilter[] {
  const single = [
    ...RANGE_FIELDS.map((field) => [field, getFactLabel(field), describeRange(parseRange(params, field))] as const),
    ['photographs', 'With', 'photographs'] as const,
    ['dates', FILMING_DATES, describeDates(params)] as const,
    ['place', PLACE, describePlace(params)] as const,
    ['bbox', 'Area', 'on the map'] as const,
    ['outline', 'Area', 'as drawn'] as const,
  ];
  return [
    ...FACET_FIELDS.flatMap((field) =>
      (params[field] ?? []).map((option) => ({
        field,
        label: getFactLabel(field),
        value: option,
        without: toggleOption(params, { field, option }),
      })),
    ),
    ...single
      .filter(([field]) => params[field] !== undefined)
      .map(([field, label, value]) => ({ field, label, value, without: withParams(params, { [field]: undefined }) })),
  ];
}

/** 'Skye', or 'within 40 km of Glasgow'. */
export function describePlace(params: SearchParams): string {
  const place = parsePlace(params);
  if (place === undefined) return '';
  const name = typeof place === 'string' ? place : 'this position';
  return params.within === undefined ? name : formatWithin(params.within, name);
}

/** '1 Mar 2027 to 5 Mar 2027' */
function describeDates(params: SearchParams): string {
  const dates = parseDates(params);
  return dates ? formatDayRange(dates.first_day, dates.last_day) : '';
}

export function describeRange({ min, max }: NumberRange): string {
  if (max === undefined) return `${min} or more`;
  if (min === undefined) return `up to ${max}`;
  return min === max ? `${min}` : `${min} to ${max}`;
}

/** Changes some parameters and resets the page; `undefined` removes a parameter. */
export function withParams(
  params: SearchParams,
  change: { [Part in keyof SearchParams]: SearchParams[Part] | undefined },
): SearchParams {
  return parseSearchParams({ ...params, currentPage: undefined, ...change });
}

/** Replaces parts of the query, wherever they are repeated: the first occurrence by the replacement, the others by nothing. */
export function replaceInQuery(
  params: SearchParams,
  replacements: readonly { readonly spans: readonly (readonly [start: number, end: number])[]; readonly by: string }[],
): SearchParams {
  const changes = replacements.flatMap(({ spans, by }) =>
    spans.map(([start, end], i) => ({ start, end, by: i > 0 ? '' : by })),
  );
  // From the end, so that the positions before stay right.
  changes.sort((a, b) => b.start - a.start);
  const query = changes.reduce(
    (text, { start, end, by }) => text.slice(0, start) + by + text.slice(end),
    params.query ?? '',
  );
  return withParams(params, { query: query.replace(/\s+/g, ' ') });
}

/** Selects an option, or deselects it if it was selected. */
export function toggleOption(
  params: SearchParams,
  { field, option }: { field: FacetField; option: string },
): SearchParams {
  const before = params[field] ?? [];
  const after = before.includes(option) ? before.filter((other) => other !== option) : [...before, option];
  return withParams(params, { [field]: after });
}

export function togglePhotographs(params: SearchParams): SearchParams {
  return withParams(params, { photographs: params.photographs ? undefined : 'yes' });
}

/** The same search on another page. */
export function withPage(params: SearchParams, page: number): SearchParams {
  const { currentPage: _, ...first } = params;
  return page > 1 ? { ...first, currentPage: page } : first;
}

/** The same search as a list. */
export function withoutView(params: SearchParams): SearchParams {
  const { view: _, ...list } = params;
  return list;
}

/** The conditions of the search, without page, view and order. */
export function withoutPage(params: SearchParams): SearchParams {
  const { currentPage: _, view: __, sort: ___, ...conditions } = params;
  return conditions;
}

/** The search without filters and areas. */
export function withoutFilters({ query, view, sort }: SearchParams): SearchParams {
  return parseSearchParams({ query, view, sort });
}
