import type { StringColumn } from '../collections/string-column.ts';
import { findId } from './id-lookup.ts';
import type { TermIndex } from './term-index.ts';

/** Above every publication time (milliseconds since 1970), so that images count before time, and featured before images. */
const PICTURED = 2 ** 43;
const FEATURED = 2 * PICTURED;

/** Browse order as a number, descending, but for title and id. */
export function getBrowseRank(document: { featured: boolean; pictured: boolean; publishedAt: number }): number {
  return (document.featured ? FEATURED : 0) + (document.pictured ? PICTURED : 0) + document.publishedAt;
}

/** When a location was published, in milliseconds since 1970, by its browse rank. */
export function getPublishedAt(rank: number): number {
  return rank % PICTURED;
}

/** The values of each location, by its number. Locations are numbered in browse order. */
export interface LocationColumns {
  readonly ids: StringColumn;
  /** Hash table from id to location, see `findId`. */
  readonly byId: Uint32Array;
  readonly titles: StringColumn;
  /** See `getBrowseRank`. */
  readonly ranks: Float64Array;
  /** See `rankTitles`. */
  readonly titleRanks: Uint32Array;
  /** By range field, then by location; NONE if unknown. */
  readonly numbers: readonly Uint32Array[];
  /** In degrees; NaN where the position is unknown. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** The options of location `i` are `options[optionStarts[i]..optionStarts[i + 1]]`, see `OptionNumbers`. */
  readonly optionStarts: Uint32Array;
  readonly options: Uint16Array;
}

/** A set of locations with what is needed to search them. It never changes. */
export class LocationIndex {
  readonly columns: LocationColumns;
  readonly terms: TermIndex;
  readonly size: number;

  constructor(columns: LocationColumns, terms: TermIndex) {
    this.columns = columns;
    this.terms = terms;
    this.size = columns.ranks.length;
  }

  /** The location with an id, or -1. */
  findLocation(id: string): number {
    return findId(id, this.columns.ids, this.columns.byId);
  }

  getId(location: number): string {
    return this.columns.ids.at(location);
  }

  isFeatured(location: number): boolean {
    return this.columns.ranks[location]! >= FEATURED;
  }

  getOptions(location: number): Uint16Array {
    const { options, optionStarts } = this.columns;
    return options.subarray(optionStarts[location], optionStarts[location + 1]);
  }
}
