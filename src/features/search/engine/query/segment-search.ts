import type { BoundingBox } from '../../../geography/schema.ts';
import { FACET_FIELDS } from '../../../locations/schema.ts';
import { type BitSet, intersectInto, setBit } from '../collections/bit-set.ts';
import { type Candidates, countPostings } from './candidates.ts';
import { type OptionFilter, filterAndCount } from '../facets/facet-filter.ts';
import type { FacetKernel } from '../facets/kernel/facet-kernel.ts';
import type { SegmentWithDeletes } from '../index/segment-with-deletes.ts';
import { type Matches, retain } from './matches.ts';
import { type PositionGrid, contains } from '../index/position-grid.ts';
import type { TermRange, ExpandedTerm } from './query-expansion.ts';
import type { SegmentColumns } from '../index/segment-columns.ts';
import type { LargeSegment } from '../index/segment.ts';

const ALL_FIELDS = 2 ** FACET_FIELDS.length - 1;
/** Milliseconds that the kernel saves per candidate. */
const KERNEL_GAIN_MS = 12e-6;

/** A term is frequent from one posting per this many locations. */
const FREQUENT_RATIO = 64;

/** A query in the terms and options of one segment. */
export interface SegmentQuery {
  readonly terms: readonly ExpandedTerm[];
  /** Index of the segment in `ExpandedTerm.ranges`. */
  readonly segmentIndex: number;
  readonly filter: OptionFilter;
  readonly bbox: BoundingBox | undefined;
  /** Whether to count the options. */
  readonly counting: boolean;
}

/** Finds the matches of a query in a segment, and adds the number of locations with each option to `totals`. */
export function searchSegment(
  live: SegmentWithDeletes,
  query: SegmentQuery,
  matches: Matches,
  totals: Uint32Array,
): void {
  if (query.terms.length > 0) matchTerms(live, query, matches, totals);
  else if (live.segment.large) matchAll(live, live.segment.large, query, matches, totals);
  else {
    matches.candidates.fillAll(live.segment.size);
    filterCandidates(live, query, matches, totals);
  }
}

function matchTerms(live: SegmentWithDeletes, query: SegmentQuery, matches: Matches, totals: Uint32Array): void {
  const { large, columns, size } = live.segment;
  const ranges = query.terms[0]!.ranges[query.segmentIndex]!;
  if (large && query.terms.length === 1 && countPostings(columns, ranges) * FREQUENT_RATIO >= size) {
    matchFrequentTerm(live, large, query, matches, totals);
    return;
  }
  matches.candidates.fill(columns, query.terms, query.segmentIndex);
  filterCandidates(live, query, matches, totals);
}

function filterCandidates(live: SegmentWithDeletes, query: SegmentQuery, matches: Matches, totals: Uint32Array): void {
  const { candidates } = matches;
  const kernel = live.segment.large?.kernel;
  removeDeletedAndOutside(candidates, live, query.bbox);
  if (query.counting || query.filter.filtered !== 0) {
    if (kernel && candidates.length * KERNEL_GAIN_MS > kernel.fixedCostMs)
      filterInKernel(kernel, candidates, query, totals);
    else filterAndCount(candidates, live.segment.columns, live.segment.fieldStarts, query.filter, totals);
  }
  matches.useCandidates(live.segment.size);
}

function filterInKernel(kernel: FacetKernel, candidates: Candidates, query: SegmentQuery, totals: Uint32Array): void {
  kernel.base.fill(0);
  for (let i = 0; i < candidates.length; i++) setBit(kernel.base, candidates.locations[i]!);
  kernel.count(query.filter, query.counting ? ALL_FIELDS : 0, totals);
  if (query.filter.filtered !== 0) retain(kernel.result, candidates);
}

/** Matches a single frequent term with bit sets; only the hits shown are ranked. */
function matchFrequentTerm(
  live: SegmentWithDeletes,
  { kernel, grid }: LargeSegment,
  query: SegmentQuery,
  matches: Matches,
  totals: Uint32Array,
): void {
  const { columns } = live.segment;
  const ranges = query.terms[0]!.ranges[query.segmentIndex]!;
  if (query.bbox === undefined) kernel.base.set(live.liveDocs);
  else setWithin(query.bbox, live, grid, kernel.base);
  kernel.result.fill(0);
  for (const range of ranges) addLocations(columns, range, kernel.result);
  intersectInto(kernel.base, kernel.result);
  const total = kernel.count(query.filter, query.counting ? ALL_FIELDS : 0, totals);
  matches.useSet(kernel.result, total, { columns, ranges });
}

function addLocations(
  { postingStarts, postingLocations }: SegmentColumns,
  { from, to, frequent }: TermRange,
  into: BitSet,
): void {
  const set = frequent?.locations;
  if (set) {
    for (let w = 0; w < set.length; w++) into[w]! |= set[w]!;
  } else for (let at = postingStarts[from]!; at < postingStarts[to]!; at++) setBit(into, postingLocations[at]!);
}

function setWithin(bbox: BoundingBox, live: SegmentWithDeletes, grid: PositionGrid | undefined, into: BitSet): void {
  const { latitudes, longitudes } = live.segment.columns;
  into.fill(0);
  if (grid) grid.addWithin(bbox, into);
  else for (let i = 0; i < latitudes.length; i++) if (contains(bbox, latitudes[i]!, longitudes[i]!)) setBit(into, i);
  intersectInto(into, live.liveDocs);
}

/** Matches a query without words, in browse order. */
function matchAll(
  live: SegmentWithDeletes,
  { kernel, grid }: LargeSegment,
  { filter, bbox, counting }: SegmentQuery,
  matches: Matches,
  totals: Uint32Array,
): void {
  const everywhere = bbox === undefined;
  if (everywhere && filter.filtered === 0) {
    if (counting) addTotals(live, ALL_FIELDS, totals);
    matches.useSet(live.liveDocs, live.liveCount);
    return;
  }
  const known = everywhere && counting ? getUnfilteredFields(filter.filtered) : 0;
  addTotals(live, known, totals);
  if (everywhere) kernel.base.set(live.liveDocs);
  else setWithin(bbox, live, grid, kernel.base);
  matches.useSet(kernel.result, kernel.count(filter, counting ? ALL_FIELDS & ~known : 0, totals));
}

/** Bit set of the fields whose counts no filter affects. */
function getUnfilteredFields(filtered: number): number {
  if (filtered === 0) return ALL_FIELDS;
  return (filtered & (filtered - 1)) === 0 ? filtered : 0;
}

function addTotals({ segment, optionTotals }: SegmentWithDeletes, fields: number, totals: Uint32Array): void {
  for (let option = 0; option < optionTotals.length; option++) {
    if (fields & (1 << segment.columns.optionFields[option]!)) totals[option]! += optionTotals[option]!;
  }
}

function removeDeletedAndOutside(
  candidates: Candidates,
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
