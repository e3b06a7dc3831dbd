import type { StringColumn } from '../collections/string-column.ts';
import type { OptionColumns } from '../facets/option-columns.ts';

/** The immutable data of a segment. Locations are numbered in browse order; each array is indexed as its comment says. */
export interface SegmentColumns extends OptionColumns {
  /** By location. */
  readonly ids: StringColumn;
  /** Hash table from id to location, see `findId`. */
  readonly byId: Uint32Array;
  /** By location. */
  readonly titles: StringColumn;
  /** By location: see `getBrowseRank`. */
  readonly ranks: Float64Array;
  /** By location: its rank in the order of the titles, see `rankTitles`. */
  readonly titleRanks: Uint32Array;
  /** By range field, then by location; NONE if unknown. */
  readonly numbers: Uint32Array;
  /** By location, in degrees; NaN where the position is unknown. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** Sorted. */
  readonly towns: readonly string[];
  /** By location: its town in `towns`, or NONE. */
  readonly locationTowns: Uint32Array;
  /** Sorted. */
  readonly terms: StringColumn;
  /** Sorted. */
  readonly stems: StringColumn;
  /** By term: its stem in `stems`. */
  readonly termStems: Uint32Array;
  /** The postings of term `t` are at `postingStarts[t]` to `postingStarts[t + 1]`, in ascending order of location. */
  readonly postingStarts: Uint32Array;
  /** By posting: the location that contains the term, and the impact of the term on it (1 to 255). */
  readonly postingLocations: Uint32Array;
  readonly postingImpacts: Uint8Array;
}
