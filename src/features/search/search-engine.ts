import type { BoundingBox, FacetChoice, FacetField } from '../locations/schema.ts';

/** What the visitor asks for. Empty words and no filters mean the whole catalogue in browse order. */
export interface SearchQuery {
  readonly words: string;
  /** True while the visitor is still typing: the last word then also stands for every word that begins so. */
  readonly typing?: boolean;
  readonly filters: FacetChoice;
  readonly bbox?: BoundingBox | undefined;
}

/**
 * The options of a field that are selected, or that any location has under the filters of the other fields: in
 * descending order of total, then by name.
 */
export interface FacetCount {
  readonly field: FacetField;
  readonly options: readonly { readonly name: string; readonly total: number }[];
}

export interface SearchPage {
  /** Ids of the asked page, best first. */
  readonly ids: readonly string[];
  /** Exact number of locations that match. */
  readonly total: number;
  /** The options' totals, which were counted with the rest; puts them in order, so ask once, and only if they are shown. */
  readonly facets: () => readonly FacetCount[];
  /** Terms of the catalogue that the words were taken to mean, for highlighting; `cas*` stands for all that begin with `cas`. */
  readonly terms: readonly string[];
  /** Generation of the catalogue that answered. */
  readonly generation: number;
}

/** Matches gathered for a map view: single locations, and groups where they would overlap. */
export interface MapMarkers {
  readonly points: readonly { readonly id: string; readonly latitude: number; readonly longitude: number }[];
  readonly clusters: readonly {
    readonly latitude: number;
    readonly longitude: number;
    readonly total: number;
    readonly bbox: BoundingBox;
  }[];
}

export interface Suggestion {
  readonly kind: 'title' | 'town' | 'category' | 'localauthority';
  readonly text: string;
}

/**
 * Searches the published catalogue. Two implementations answer alike (totals, facet counts and result sets are equal;
 * only the ranking may differ): the index in memory, and SQL over PostgreSQL full text, which is its oracle.
 */
export interface SearchEngine {
  search(query: SearchQuery, page: { offset: number; limit: number }): Promise<SearchPage>;
  markers(query: SearchQuery, view: { bbox: BoundingBox; zoom: number }): Promise<MapMarkers>;
  suggest(words: string, limit: number): Promise<readonly Suggestion[]>;
  similar(id: string, limit: number): Promise<readonly string[]>;
  featured(limit: number): Promise<readonly string[]>;
}
