import { type BoundingBox, FACET_FIELDS, type FacetField, OPTION_LENGTH } from '../locations/schema.ts';
import { MAX_QUERY_LENGTH, bboxParam } from './schema.ts';

/**
 * A search as it stands in the address of its page. What is empty or as usual is left out, so one search has one
 * address.
 */
export interface SearchParams extends Partial<Record<FacetField, string[]>> {
  query?: string;
  /** From 2 on. */
  currentPage?: number;
  /** On phones, the map instead of the list. */
  view?: 'map';
  /** `west,south,east,north` in degrees. */
  bbox?: string;
}

/** A chosen option of a filter. */
export interface SelectedOption {
  readonly field: FacetField;
  readonly option: string;
}

const MAX_PAGE = 1_000_000;
const MAX_OPTIONS_PER_FIELD = 100;
/** Decimals of a degree: about ten metres. */
const BBOX_DECIMALS = 4;

/** Reads an address that anyone may have typed: what makes no sense is left out rather than refused. */
export function parseSearchParams(raw: Readonly<Record<string, unknown>>): SearchParams {
  const address: SearchParams = {};
  const [first] = [raw['query']].flat();
  // Cut off at its length, a text may end in half a character.
  const query =
    typeof first === 'string'
      ? first
          .trim()
          .slice(0, MAX_QUERY_LENGTH)
          .replace(/\p{Cc}|\p{Cs}/gu, ' ')
          .trim()
      : '';
  if (query) address.query = query;
  for (const field of FACET_FIELDS) {
    const options = [raw[field] ?? []].flat().filter(isOption);
    if (options.length > 0) address[field] = [...new Set(options)].slice(0, MAX_OPTIONS_PER_FIELD);
  }
  const bbox = bboxParam.safeParse(raw['bbox']);
  if (bbox.success) address.bbox = formatBbox(bbox.data);
  const page = Number(raw['currentPage']);
  if (Number.isInteger(page) && page > 1 && page <= MAX_PAGE) address.currentPage = page;
  if (raw['view'] === 'map') address.view = 'map';
  return address;
}

function isOption(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= OPTION_LENGTH && !/\p{Cc}/u.test(value);
}

/** A box as the address writes it. */
export function formatBbox(box: BoundingBox): string {
  return box.map((degrees) => Number(degrees.toFixed(BBOX_DECIMALS))).join(',');
}

/** The box that an address holds. */
export function parseBbox({ bbox }: SearchParams): BoundingBox | undefined {
  return bbox === undefined ? undefined : bboxParam.parse(bbox);
}

/** Every chosen option, in the order of the filters. */
export function getSelectedOptions(address: SearchParams): SelectedOption[] {
  return FACET_FIELDS.flatMap((field) => (address[field] ?? []).map((option) => ({ field, option })));
}

/** The first page of the search after a change; `undefined` takes a part away. */
export function withParams(
  address: SearchParams,
  change: { [Part in keyof SearchParams]: SearchParams[Part] | undefined },
): SearchParams {
  return parseSearchParams({ ...address, currentPage: undefined, ...change });
}

/** The search with an option chosen, or without it if it was. */
export function toggleOption(address: SearchParams, { field, option }: SelectedOption): SearchParams {
  const before = address[field] ?? [];
  const after = before.includes(option) ? before.filter((other) => other !== option) : [...before, option];
  return withParams(address, { [field]: after });
}

/** The search as a list, whatever phones show of it. */
export function withoutView(address: SearchParams): SearchParams {
  const { view: _, ...list } = address;
  return list;
}

/** What is searched for, whichever page or view of it is seen. */
export function withoutPage(address: SearchParams): SearchParams {
  const { currentPage: _, view: __, ...conditions } = address;
  return conditions;
}

/** The words alone: no filters and no area. */
export function withoutFilters({ query, view }: SearchParams): SearchParams {
  return parseSearchParams({ query, view });
}
