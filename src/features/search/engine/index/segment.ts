import { FACET_FIELDS, type FacetField, RANGE_FIELDS } from '../../../locations/catalogue/schema.ts';
import { TermDictionary } from './term-dictionary.ts';
import { PrecomputedTerms } from './precomputed-terms.ts';
import { toFieldStarts } from '../facets/option-columns.ts';
import type { SegmentColumns } from './segment-columns.ts';
import { findId } from './id-lookup.ts';
import { FacetKernel } from '../facets/kernel/count-facets.ts';
import type { RangeColumns } from '../facets/facet-filter.ts';
import { NumericFieldIndex } from '../facets/numeric-field-index.ts';
import { SpatialGrid } from './spatial-grid.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';

/** Options processed between two yields. */
const STEP = 2 ** 17;

/** Above every publication time (milliseconds since 1970), so that images count before time, and featured before images. */
const PICTURED = 2 ** 43;
const FEATURED = 2 * PICTURED;

/** Browse order as a number, descending, but for the id. */
export function getBrowseRank(document: { featured: boolean; pictured: boolean; publishedAt: number }): number {
  return (document.featured ? FEATURED : 0) + (document.pictured ? PICTURED : 0) + document.publishedAt;
}

/** When a location was published, in milliseconds since 1970, by its browse rank. */
export function getPublishedAt(rank: number): number {
  return rank % PICTURED;
}

/** What a segment gets if it has at least `minLargeSegment` locations. */
export interface LargeSegment {
  readonly kernel: FacetKernel;
  /** By range field. */
  readonly valueIndexes: readonly NumericFieldIndex[];
  /** Undefined until `buildAccelerators` has run. Only saves time. */
  grid: SpatialGrid | undefined;
  frequent: PrecomputedTerms | undefined;
}

/** A fixed set of locations with what is needed to search it. `prepare` must run before it is used. */
export class Segment {
  columns: SegmentColumns;
  readonly size: number;
  readonly dictionary: TermDictionary;
  /** By option: the number of locations with it. */
  readonly optionTotals: Uint32Array;
  large: LargeSegment | undefined;
  readonly fieldStarts: Uint32Array;
  readonly values: RangeColumns;

  constructor(columns: SegmentColumns) {
    this.columns = columns;
    this.size = columns.ranks.length;
    this.dictionary = new TermDictionary(columns.terms, columns.stems, columns.termStems);
    this.optionTotals = new Uint32Array(columns.optionNames.length);
    this.fieldStarts = toFieldStarts(columns.optionFields);
    this.values = RANGE_FIELDS.map((_, f) => columns.numbers.subarray(f * this.size, (f + 1) * this.size));
  }

  /** Prepares the segment for searching; one of at least `minLargeSegment` locations also gets a facet kernel and value indexes. */
  *prepare(minLargeSegment: number): SlicedWork<void> {
    const { options } = this.columns;
    for (let at = 0; at < options.length; at++) {
      this.optionTotals[options[at]!]!++;
      if (at % STEP === STEP - 1) yield;
    }
    yield* this.dictionary.prepare();
    if (this.size < minLargeSegment) return;
    const kernel = yield* FacetKernel.build(this.size, this.fieldStarts, this.columns);
    this.columns = { ...this.columns, ...kernel.lists };
    const valueIndexes: NumericFieldIndex[] = [];
    for (const values of this.values) valueIndexes.push(yield* NumericFieldIndex.build(values));
    this.large = { kernel, valueIndexes, grid: undefined, frequent: undefined };
  }

  /** Builds the indexes that only save time. The segment must be prepared. */
  *buildAccelerators(): SlicedWork<void> {
    if (this.large) {
      this.large.grid = yield* SpatialGrid.build(this.columns);
      this.large.frequent = yield* PrecomputedTerms.build(this.columns);
    }
    yield* this.dictionary.buildFuzzyIndex();
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

  getField(option: number): FacetField {
    return FACET_FIELDS[this.columns.optionFields[option]!]!;
  }
}
