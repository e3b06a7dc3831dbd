import type { BoundingBox, Position } from '../geography/schema.ts';
import type { FacetField, RangeField } from '../locations/catalogue/schema.ts';
import type { NumberRange, SearchOrder } from './schema.ts';
import type { PlaceFilter } from './query-parsing/area-filters.ts';
import type { SearchedPlace } from './query-parsing/searched-place.ts';
import type { QuerySummary } from './query-parsing/query-summary.ts';

/** The options selected of each option field, by name, and the range of each range field. */
export type SearchFilters = Readonly<
  Partial<Record<FacetField, readonly string[]>> & Partial<Record<RangeField, NumberRange | undefined>>
>;

/** Without words and filters it matches the whole catalogue, in browse order. */
export interface SearchQuery {
  readonly words: string;
  /** True while the visitor is still typing: the last word is then also a prefix. */
  readonly typing?: boolean;
  readonly filters: SearchFilters;
  /** Whether locations without photographs are left out. */
  readonly photographs?: boolean;
  readonly bbox?: BoundingBox | undefined;
  /** Locations outside it are left out. An unknown place has no locations. */
  readonly place?: PlaceFilter | undefined;
  /** A drawn area, whose last point need not repeat the first. Locations outside it are left out. */
  readonly outline?: readonly Position[] | undefined;
  /** Ids of locations that are left out. */
  readonly unavailable?: ReadonlySet<string> | undefined;
  /** Best match first, if undefined. `nearest` is best match if there is no place to measure from. */
  readonly order?: SearchOrder | undefined;
}

/** The options that are selected or that any location has under the filters of the other fields, by descending total, then by name. */
export interface FacetCount {
  readonly field: FacetField;
  readonly options: readonly { readonly name: string; readonly total: number }[];
}

/** The least and greatest value that any location has under the filters of the other fields; null if none has a value. */
export interface FacetRange {
  readonly field: RangeField;
  readonly min: number | null;
  readonly max: number | null;
}

export interface SearchPage {
  /** Ids of the requested page, best first. */
  readonly ids: readonly string[];
  /** Exact number of matches. */
  readonly total: number;
  /** How many of them have what the chips say. They are the first ones in order of best match; the others are only similar. */
  readonly fitting: number;
  /** Computed when called. */
  readonly facets: () => readonly FacetCount[];
  readonly ranges: readonly FacetRange[];
  /** Indexed terms that the words were expanded to, for highlighting; `cas*` means every term that starts with `cas`. */
  readonly terms: readonly string[];
  readonly understood: QuerySummary;
  /** The place of the filter, else of the words that were matched: there the map opens, and distances are measured from its centre. */
  readonly place: SearchedPlace | null;
  /** Categories similar to those of the filter, else of the words, the most similar first, if nothing was found. */
  readonly relatedCategories: readonly string[];
  /** Generation of the catalogue that was searched. */
  readonly generation: number;
}

/** Matches in a map view: single locations, and clusters of those whose markers would overlap. */
export interface MapMarkers {
  readonly points: readonly (Readonly<Position> & { readonly id: string })[];
  readonly clusters: readonly (Readonly<Position> & { readonly total: number; readonly bbox: BoundingBox })[];
}

export const SUGGESTION_KINDS = ['title', 'town', 'category', 'localauthority', 'place', 'term'] as const;

/** A title or a name of the catalogue; or the query, completed by the name of a place or a term. */
export interface Suggestion {
  readonly kind: (typeof SUGGESTION_KINDS)[number];
  readonly text: string;
  /** The kind of the place, or the meaning of the term. */
  readonly detail?: string | undefined;
}

/** Searches the published catalogue. */
export interface SearchEngine {
  search(query: SearchQuery, page: { offset: number; limit: number }): Promise<SearchPage>;
  markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): Promise<MapMarkers>;
  suggest(words: string, limit: number): Promise<readonly Suggestion[]>;
  similar(id: string, limit: number): Promise<readonly string[]>;
  featured(limit: number): Promise<readonly string[]>;
}
