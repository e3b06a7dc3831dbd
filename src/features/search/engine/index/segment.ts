import { FACET_FIELDS, type FacetField } from '../../../locations/schema.ts';
import { Dictionary } from './term-dictionary.ts';
import { FrequentTermTable } from './frequent-terms.ts';
import { findId } from './id-lookup.ts';
import { FacetKernel } from '../facets/kernel/facet-kernel.ts';
import { PositionGrid } from './position-grid.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';
import type { TextColumn } from '../collections/string-column.ts';

/** In a column of numbers, none. */
export const NONE = 0xffffffff;

/** Options between two possible interruptions. */
const STEP = 2 ** 17;

/** A featured location stands before all others, a pictured one before the rest of its kind; then the latest. */
const PICTURED = 2 ** 43;
const FEATURED = 2 * PICTURED;

/** One number for the browse order except for the id: a greater one stands first. */
export function browseRank(document: { featured: boolean; pictured: boolean; publishedAt: number }): number {
  return (document.featured ? FEATURED : 0) + (document.pictured ? PICTURED : 0) + document.publishedAt;
}

/** What is kept of a number of locations, which are numbered in browse order. Never changed once it is made. */
export interface SegmentColumns {
  readonly ids: TextColumn;
  /** Table of the ids, for `findId`. */
  readonly byId: Uint32Array;
  readonly titles: TextColumn;
  readonly ranks: Float64Array;
  /** Degrees; NaN where the position is not known. */
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly towns: readonly string[];
  readonly townOf: Uint32Array;
  /** Options by field, then by name; their field as its place in FACET_FIELDS. */
  readonly optionFields: Uint8Array;
  readonly optionNames: readonly string[];
  /** The options of location `i` are `options[optionStarts[i]..optionStarts[i + 1]]`, ascending. */
  readonly optionStarts: Uint32Array;
  readonly options: Uint16Array;
  readonly terms: TextColumn;
  readonly stems: TextColumn;
  readonly stemOf: Uint32Array;
  /** Locations of term `t`, ascending, and its impact on each: from `postingStarts[t]` to `postingStarts[t + 1]`. */
  readonly postingStarts: Uint32Array;
  readonly postingLocations: Uint32Array;
  readonly postingImpacts: Uint8Array;
}

/** What a large segment is searched with besides its columns. */
export interface LargeSegment {
  readonly kernel: FacetKernel;
  /** What only saves time. */
  grid: PositionGrid | undefined;
  frequent: FrequentTermTable | undefined;
}

/** A fixed part of the catalogue with what is needed to search it, once it is prepared. */
export class Segment {
  columns: SegmentColumns;
  readonly size: number;
  readonly dictionary: Dictionary;
  /** Locations of each option. */
  readonly optionTotals: Uint32Array;
  /** What a large segment has besides. */
  large: LargeSegment | undefined;
  /** First option of each field, and one past the last. */
  readonly fieldStarts: Uint32Array;
  /** The ids that have been asked for. */
  #ids: (string | undefined)[] | undefined;

  constructor(columns: SegmentColumns) {
    this.columns = columns;
    this.size = columns.ranks.length;
    this.dictionary = new Dictionary(columns.terms, columns.stems, columns.stemOf);
    this.optionTotals = new Uint32Array(columns.optionNames.length);
    this.fieldStarts = new Uint32Array(FACET_FIELDS.length + 1);
    for (const field of columns.optionFields) this.fieldStarts[field + 1]!++;
    for (let f = 0; f < FACET_FIELDS.length; f++) this.fieldStarts[f + 1]! += this.fieldStarts[f]!;
  }

  /** Makes what every segment is searched with, and one of at least `largeFrom` locations besides. */
  *prepare(largeFrom: number): Steps<void> {
    const { options } = this.columns;
    for (let at = 0; at < options.length; at++) {
      this.optionTotals[options[at]!]!++;
      if (at % STEP === STEP - 1) yield;
    }
    yield* this.dictionary.prepare();
    if (this.size < largeFrom) return;
    const kernel = yield* FacetKernel.of(this.size, this.fieldStarts, this.columns);
    this.columns = { ...this.columns, ...kernel.lists };
    this.large = { kernel, grid: undefined, frequent: undefined };
  }

  /** Makes what only saves time, once the segment is prepared. */
  *speedUp(): Steps<void> {
    if (this.large) {
      this.large.grid = yield* PositionGrid.of(this.columns);
      this.large.frequent = yield* FrequentTermTable.of(this.columns);
    }
    yield* this.dictionary.indexTypos();
  }

  /** Number of the location with an id, or -1. */
  find(id: string): number {
    return findId(id, this.columns.ids, this.columns.byId);
  }

  /**
   * The id of a location, in the same string for as long as there is this segment: whoever looks something up by it need not
   * compare its characters. A copy, since a slice would keep the ids of all in memory for as long as somebody has it.
   */
  idOf(location: number): string {
    this.#ids ??= new Array<string | undefined>(this.size);
    return (this.#ids[location] ??= structuredClone(this.columns.ids.at(location)));
  }

  isFeatured(location: number): boolean {
    return this.columns.ranks[location]! >= FEATURED;
  }

  optionsOf(location: number): Uint16Array {
    const { options, optionStarts } = this.columns;
    return options.subarray(optionStarts[location], optionStarts[location + 1]);
  }

  fieldOf(option: number): FacetField {
    return FACET_FIELDS[this.columns.optionFields[option]!]!;
  }
}
