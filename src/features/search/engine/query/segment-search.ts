import { type BoundingBox, FACET_FIELDS } from '../../../locations/schema.ts';
import { type Bits, intersect, setBit } from '../collections/bit-set.ts';
import { type Candidates, postings } from './candidates.ts';
import { type Choice, filterAndCount } from '../facets/facet-filter.ts';
import type { FacetKernel } from '../facets/kernel/facet-kernel.ts';
import type { LiveSegment } from '../index/segment-with-deletes.ts';
import { contains } from './marker-clusters.ts';
import { type Matches, keepIn } from './matches.ts';
import type { PositionGrid } from '../index/position-grid.ts';
import type { TermRange, WordReading } from './query-expansion.ts';
import type { LargeSegment, SegmentColumns } from '../index/segment.ts';

const EVERY_FIELD = 2 ** FACET_FIELDS.length - 1;
/** Milliseconds that the kernel saves in filtering and counting one candidate. */
const SAVED = 12e-6;

/** A word is frequent from one posting per this many locations. */
const FREQUENT_SHARE = 64;

/** What the locations of one segment are asked for. */
export interface SegmentQuery {
  readonly words: readonly WordReading[];
  /** Which of the readings' lists is this segment's. */
  readonly place: number;
  readonly choice: Choice;
  readonly bbox: BoundingBox | undefined;
  /** Whether the options are to be counted. */
  readonly counting: boolean;
}

/** Finds the locations that match; adds to `totals` how many have each of the segment's options. */
export function match(live: LiveSegment, query: SegmentQuery, matches: Matches, totals: Uint32Array): void {
  if (query.words.length > 0) matchWords(live, query, matches, totals);
  else if (live.segment.large) matchAny(live, live.segment.large, query, matches, totals);
  else {
    matches.candidates.fillAll(live.segment.size);
    filterCandidates(live, query, matches, totals);
  }
}

function matchWords(live: LiveSegment, query: SegmentQuery, matches: Matches, totals: Uint32Array): void {
  const { large, columns, size } = live.segment;
  const ranges = query.words[0]!.ranges[query.place]!;
  if (large && query.words.length === 1 && postings(columns, ranges) * FREQUENT_SHARE >= size) {
    matchFrequentWord(live, large, query, matches, totals);
    return;
  }
  matches.candidates.fill(columns, query.words, query.place);
  filterCandidates(live, query, matches, totals);
}

function filterCandidates(live: LiveSegment, query: SegmentQuery, matches: Matches, totals: Uint32Array): void {
  const { candidates } = matches;
  const kernel = live.segment.large?.kernel;
  keepLiveWithin(candidates, live, query.bbox);
  if (query.counting || query.choice.filtered !== 0) {
    if (kernel && candidates.length * SAVED > kernel.cost) filterInKernel(kernel, candidates, query, totals);
    else filterAndCount(candidates, live.segment, query.choice, totals);
  }
  matches.useCandidates(live.segment.size);
}

function filterInKernel(kernel: FacetKernel, candidates: Candidates, query: SegmentQuery, totals: Uint32Array): void {
  kernel.base.fill(0);
  for (let i = 0; i < candidates.length; i++) setBit(kernel.base, candidates.locations[i]!);
  kernel.count(query.choice, query.counting ? EVERY_FIELD : 0, totals);
  if (query.choice.filtered !== 0) keepIn(kernel.result, candidates);
}

/** Matches one word that many locations have: a set, ranked only as far as it is shown. */
function matchFrequentWord(
  live: LiveSegment,
  { kernel, grid }: LargeSegment,
  query: SegmentQuery,
  matches: Matches,
  totals: Uint32Array,
): void {
  const { columns } = live.segment;
  const ranges = query.words[0]!.ranges[query.place]!;
  if (query.bbox === undefined) kernel.base.set(live.living);
  else markWithin(query.bbox, live, grid, kernel.base);
  kernel.result.fill(0);
  for (const range of ranges) addLocations(columns, range, kernel.result);
  intersect(kernel.base, kernel.result);
  const total = kernel.count(query.choice, query.counting ? EVERY_FIELD : 0, totals);
  matches.useSet(kernel.result, total, { columns, ranges });
}

function addLocations(
  { postingStarts, postingLocations }: SegmentColumns,
  { from, to, frequent }: TermRange,
  into: Bits,
): void {
  const set = frequent?.locations;
  if (set) {
    for (let w = 0; w < set.length; w++) into[w]! |= set[w]!;
  } else for (let at = postingStarts[from]!; at < postingStarts[to]!; at++) setBit(into, postingLocations[at]!);
}

function markWithin(bbox: BoundingBox, live: LiveSegment, grid: PositionGrid | undefined, into: Bits): void {
  const { latitudes, longitudes } = live.segment.columns;
  into.fill(0);
  if (grid) grid.mark(bbox, into);
  else for (let i = 0; i < latitudes.length; i++) if (contains(bbox, latitudes[i]!, longitudes[i]!)) setBit(into, i);
  intersect(into, live.living);
}

/** Matches without words: sets of the kernel in browse order. */
function matchAny(
  live: LiveSegment,
  { kernel, grid }: LargeSegment,
  { choice, bbox, counting }: SegmentQuery,
  matches: Matches,
  totals: Uint32Array,
): void {
  const everywhere = bbox === undefined;
  const known = everywhere && counting ? countedAnyway(choice.filtered) : 0;
  if (known !== 0) addTotals(live, known, totals);
  if (everywhere) kernel.base.set(live.living);
  else markWithin(bbox, live, grid, kernel.base);
  if (everywhere && choice.filtered === 0) matches.useSet(live.living, live.alive);
  else matches.useSet(kernel.result, kernel.count(choice, counting ? EVERY_FIELD & ~known : 0, totals));
}

/** Fields (one bit each) whose counts ignore every filter. */
function countedAnyway(filtered: number): number {
  if (filtered === 0) return EVERY_FIELD;
  return (filtered & (filtered - 1)) === 0 ? filtered : 0;
}

function addTotals({ segment, optionTotals }: LiveSegment, fields: number, totals: Uint32Array): void {
  for (let option = 0; option < optionTotals.length; option++) {
    if (fields & (1 << segment.columns.optionFields[option]!)) totals[option]! += optionTotals[option]!;
  }
}

function keepLiveWithin(candidates: Candidates, live: LiveSegment, bbox: BoundingBox | undefined): void {
  if (bbox === undefined && live.alive === live.segment.size) return;
  const { latitudes, longitudes } = live.segment.columns;
  const { locations, scores } = candidates;
  let kept = 0;
  for (let i = 0; i < candidates.length; i++) {
    const location = locations[i]!;
    if (!live.isAlive(location)) continue;
    if (bbox !== undefined && !contains(bbox, latitudes[location]!, longitudes[location]!)) continue;
    locations[kept] = location;
    scores[kept++] = scores[i]!;
  }
  candidates.length = kept;
}
