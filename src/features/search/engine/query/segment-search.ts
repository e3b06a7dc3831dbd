import type { BoundingBox } from '../../../geography/schema.ts';
import { FACET_FIELDS } from '../../../locations/catalogue/schema.ts';
import { type BitSet, createBitSet, intersectInto, setBit } from '../collections/bit-set.ts';
import { MAX_PART_SCORE, type ScoreAccumulator, countPostings } from './score-accumulator.ts';
import { type FacetFilter, type FacetTotals, filterAndCount } from '../facets/facet-filter.ts';
import type { RangeFilter } from '../facets/range-filter.ts';
import type { NumericFieldIndex } from '../facets/numeric-field-index.ts';
import type { SegmentWithDeletes } from '../index/segment-with-deletes.ts';
import { type MatchSet, retain } from './match-set.ts';
import { type SpatialGrid, contains } from '../index/spatial-grid.ts';
import type { Postings } from './postings.ts';
import type { ExpandedPart } from './query-expansion.ts';
import type { LargeSegment } from '../index/segment.ts';

const ALL_FIELDS = 2 ** FACET_FIELDS.length - 1;
/** Milliseconds that the kernel saves per candidate. */
const KERNEL_GAIN_MS = 12e-6;

/** A part is frequent from one posting per this many locations. */
const FREQUENT_RATIO = 64;

/** A query in the postings and options of one segment. */
export interface SegmentQuery {
  /** A location must match all of these. */
  readonly parts: readonly ExpandedPart[];
  /** Those that match more of these come first. */
  readonly boosts: readonly ExpandedPart[];
  /** Their scores are added, without being one more. */
  readonly surroundings: readonly ExpandedPart[];
  /** A location must match none of these. */
  readonly excluded: readonly ExpandedPart[];
  /** Index of the segment in `ExpandedPart.postings`. */
  readonly segmentIndex: number;
  readonly filter: FacetFilter;
  readonly bbox: BoundingBox | undefined;
  /** Whether to count the options. */
  readonly counting: boolean;
}

/** Finds the matches of a query in a segment, and adds them to the totals. */
export function searchSegment(
  live: SegmentWithDeletes,
  query: SegmentQuery,
  matches: MatchSet,
  totals: FacetTotals,
): void {
  if (query.parts.length > 0) matchParts(live, query, matches, totals);
  else if (live.segment.large && query.excluded.length === 0)
    matchAll(live, live.segment.large, query, matches, totals);
  else {
    matches.candidates.fillAll(live.segment.size);
    filterCandidates(live, query, matches, totals);
  }
}

function matchParts(live: SegmentWithDeletes, query: SegmentQuery, matches: MatchSet, totals: FacetTotals): void {
  const { large, size } = live.segment;
  const postings = query.parts[0]!.postings[query.segmentIndex]!;
  const isSingle = query.parts.length === 1 && query.boosts.length === 0 && query.excluded.length === 0;
  if (large && isSingle && countPostings(postings) * FREQUENT_RATIO >= size) {
    matchFrequentPart(live, large, query, matches, totals);
    return;
  }
  matches.candidates.fill(query.parts, query.segmentIndex, size);
  filterCandidates(live, query, matches, totals);
}

function filterCandidates(live: SegmentWithDeletes, query: SegmentQuery, matches: MatchSet, totals: FacetTotals): void {
  const { candidates } = matches;
  const { large, columns, fieldStarts, values, size } = live.segment;
  removeDeletedAndOutside(candidates, live, query.bbox);
  candidates.remove(query.excluded, query.segmentIndex, size);
  if (query.counting || isFiltered(query.filter)) {
    if (large && candidates.length * KERNEL_GAIN_MS > large.kernel.fixedCostMs)
      filterInKernel(large, candidates, query, totals);
    else filterAndCount(candidates, columns, fieldStarts, values, query.filter, totals);
  }
  // More than all parts together: what matches one part more comes first, whatever the scores of the others.
  const amount = MAX_PART_SCORE * (query.parts.length + query.boosts.length + query.surroundings.length);
  for (const boost of query.boosts) candidates.raise(boost, amount, query.segmentIndex, size);
  for (const part of query.surroundings) candidates.raise(part, 0, query.segmentIndex, size);
  matches.useCandidates(size);
}

function isFiltered({ filtered, ranges }: FacetFilter): boolean {
  return filtered !== 0 || ranges.length > 0;
}

function filterInKernel(
  large: LargeSegment,
  candidates: ScoreAccumulator,
  query: SegmentQuery,
  totals: FacetTotals,
): void {
  const { base, result } = large.kernel;
  base.fill(0);
  for (let i = 0; i < candidates.length; i++) setBit(base, candidates.locations[i]!);
  filterSet(large, query, ALL_FIELDS, totals);
  if (isFiltered(query.filter)) retain(result, candidates);
}

/** Filters `kernel.base` into `kernel.result`, counts the option fields in the bit set `fields`, and returns the number of matches. */
function filterSet(
  { kernel, valueIndexes }: LargeSegment,
  { filter, counting }: SegmentQuery,
  fields: number,
  totals: FacetTotals,
): number {
  const { ranges } = filter;
  const base = ranges.length > 0 ? kernel.base.slice() : kernel.base;
  const applyRanges = (ignored?: RangeFilter) => {
    kernel.base.set(base);
    for (const range of ranges) {
      if (range === ignored) continue;
      const within = createBitSet(base.length * 32);
      valueIndexes[range.field]!.addWithin(range, within);
      intersectInto(kernel.base, within);
    }
  };
  for (const range of counting ? ranges : []) {
    applyRanges(range);
    const size = kernel.count(filter, 0, totals.options);
    valueIndexes[range.field]!.addValues(kernel.result, size, range.field, totals.ranges);
  }
  if (ranges.length > 0) applyRanges();
  const size = kernel.count(filter, counting ? fields : 0, totals.options);
  if (counting) addValues(valueIndexes, kernel.result, size, ranges, totals);
  return size;
}

/** Adds the values of a set to the totals of the fields without a filter. */
function addValues(
  valueIndexes: readonly NumericFieldIndex[],
  set: BitSet,
  size: number,
  filtered: readonly RangeFilter[],
  totals: FacetTotals,
): void {
  for (const [field, index] of valueIndexes.entries()) {
    if (!filtered.some((range) => range.field === field)) index.addValues(set, size, field, totals.ranges);
  }
}

/** Matches a single frequent part with bit sets; only the hits shown are ranked. */
function matchFrequentPart(
  live: SegmentWithDeletes,
  large: LargeSegment,
  query: SegmentQuery,
  matches: MatchSet,
  totals: FacetTotals,
): void {
  const { kernel, grid } = large;
  const postings = query.parts[0]!.postings[query.segmentIndex]!;
  if (query.bbox === undefined) kernel.base.set(live.liveDocs);
  else setWithin(query.bbox, live, grid, kernel.base);
  kernel.result.fill(0);
  for (const list of postings) addLocations(list, kernel.result);
  intersectInto(kernel.base, kernel.result);
  matches.useSet(kernel.result, filterSet(large, query, ALL_FIELDS, totals), live.segment.size, postings);
}

function addLocations({ locations, frequent }: Postings, into: BitSet): void {
  const set = frequent?.locations;
  if (set) {
    for (let w = 0; w < set.length; w++) into[w]! |= set[w]!;
  } else for (let at = 0; at < locations.length; at++) setBit(into, locations[at]!);
}

function setWithin(bbox: BoundingBox, live: SegmentWithDeletes, grid: SpatialGrid | undefined, into: BitSet): void {
  const { latitudes, longitudes } = live.segment.columns;
  into.fill(0);
  if (grid) grid.addWithin(bbox, into);
  else for (let i = 0; i < latitudes.length; i++) if (contains(bbox, latitudes[i]!, longitudes[i]!)) setBit(into, i);
  intersectInto(into, live.liveDocs);
}

/** Matches a query without words, in browse order. */
function matchAll(
  live: SegmentWithDeletes,
  large: LargeSegment,
  query: SegmentQuery,
  matches: MatchSet,
  totals: FacetTotals,
): void {
  const { kernel, grid, valueIndexes } = large;
  const { filter, bbox, counting } = query;
  const everywhere = bbox === undefined;
  if (everywhere && !isFiltered(filter)) {
    if (counting) {
      addOptionTotals(live, ALL_FIELDS, totals);
      addValues(valueIndexes, live.liveDocs, live.liveCount, [], totals);
    }
    matches.useSet(live.liveDocs, live.liveCount, live.segment.size);
    return;
  }
  const known = everywhere && counting && filter.ranges.length === 0 ? getUnfilteredFields(filter.filtered) : 0;
  addOptionTotals(live, known, totals);
  if (everywhere) kernel.base.set(live.liveDocs);
  else setWithin(bbox, live, grid, kernel.base);
  matches.useSet(kernel.result, filterSet(large, query, ALL_FIELDS & ~known, totals), live.segment.size);
}

/** Bit set of the option fields whose counts no filter affects. At least one is filtered. */
function getUnfilteredFields(filtered: number): number {
  return (filtered & (filtered - 1)) === 0 ? filtered : 0;
}

function addOptionTotals({ segment, optionTotals }: SegmentWithDeletes, fields: number, totals: FacetTotals): void {
  for (let option = 0; option < optionTotals.length; option++) {
    if (fields & (1 << segment.columns.optionFields[option]!)) totals.options[option]! += optionTotals[option]!;
  }
}

function removeDeletedAndOutside(
  candidates: ScoreAccumulator,
  live: SegmentWithDeletes,
  bbox: BoundingBox | undefined,
): void {
  if (bbox === undefined && live.liveCount === live.segment.size) return;
  const { latitudes, longitudes } = live.segment.columns;
  const { locations, scores } = candidates;
  let length = 0;
  for (let i = 0; i < candidates.length; i++) {
    const location = locations[i]!;
    if (!live.isLive(location)) continue;
    if (bbox !== undefined && !contains(bbox, latitudes[location]!, longitudes[location]!)) continue;
    locations[length] = location;
    scores[length++] = scores[i]!;
  }
  candidates.length = length;
}
