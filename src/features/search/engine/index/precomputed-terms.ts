import { TopK } from '../collections/top-k.ts';
import { type BitSet, createBitSet, setBit } from '../collections/bit-set.ts';
import { type Champions, selectChampions } from './champion-list.ts';
import type { SegmentColumns } from './segment-columns.ts';
import { isWord } from '../../text/traits.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';

const MIN_FREQUENT_POSTINGS = 1_024;
/** Longest prefix, in characters, that is precomputed. */
const MAX_PREFIX_LENGTH = 4;
/** A term is heavy if one location in this many has it, a prefix if it has one posting per this many locations. */
const HEAVY_TERM_RATIO = 16;
const HEAVY_PREFIX_RATIO = 2;
/** Length of the champion list of a term that is not heavy. */
const MIN_CHAMPIONS = 64;
const MAX_CHAMPIONS = 4_096;
/** Locations per champion of a heavy term. */
const LOCATIONS_PER_CHAMPION = 16;

/** Precomputed for a term or prefix that many locations have. */
export interface FrequentTerms {
  readonly champions: Champions;
  /** Only of heavy terms and prefixes. */
  readonly locations: BitSet | undefined;
  /** By location, the greatest impact. Only of heavy prefixes: for a single term the postings say it. */
  readonly impacts: Uint8Array | undefined;
}

/** Terms, and below it postings, processed between two yields. */
const STEP = 512;
const POSTINGS_STEP = 2 ** 16;

type Range = readonly [from: number, to: number];

/** The frequent terms and prefixes of a segment, by the range of their terms. */
export class PrecomputedTerms {
  readonly #byRange = new Map<number, FrequentTerms>();

  get(from: number, to: number): FrequentTerms | undefined {
    return this.#byRange.get(toKey(from, to));
  }

  static *build(columns: SegmentColumns): SlicedWork<PrecomputedTerms> {
    const table = new PrecomputedTerms();
    for (const range of yield* findFrequentRanges(columns)) {
      const frequent = isHeavy(columns, range)
        ? yield* buildHeavy(columns, range)
        : yield* buildFrequent(columns, range);
      table.#byRange.set(toKey(...range), frequent);
      yield;
    }
    return table;
  }
}

function toKey(from: number, to: number): number {
  return from * 2 ** 26 + to;
}

function countPostings({ postingStarts }: SegmentColumns, from: number, to: number): number {
  return postingStarts[to]! - postingStarts[from]!;
}

function isHeavy(columns: SegmentColumns, range: Range): boolean {
  const share = range[1] - range[0] === 1 ? HEAVY_TERM_RATIO : HEAVY_PREFIX_RATIO;
  return countPostings(columns, ...range) * share >= columns.ranks.length;
}

function* findFrequentRanges(columns: SegmentColumns): SlicedWork<Range[]> {
  const { terms } = columns;
  const ranges: Range[] = [];
  for (let t = 0; t < terms.length; t++) {
    if (countPostings(columns, t, t + 1) >= MIN_FREQUENT_POSTINGS) ranges.push([t, t + 1]);
    if (t % STEP === 0) yield;
  }
  for (let length = 1; length <= MAX_PREFIX_LENGTH; length++) {
    for (let from = 0, to = 0, n = 0; from < terms.length; from = to, n++) {
      const prefix = terms.at(from).slice(0, length);
      to = terms.lowerBound(`${prefix}\uffff`, from + 1);
      if (
        prefix.length === length &&
        to - from > 1 &&
        isWord(prefix) &&
        countPostings(columns, from, to) >= MIN_FREQUENT_POSTINGS
      )
        ranges.push([from, to]);
      if (n % STEP === 0) yield;
    }
  }
  return ranges;
}

function* buildFrequent(columns: SegmentColumns, [from, to]: Range): SlicedWork<FrequentTerms> {
  const { postingStarts, postingLocations, postingImpacts } = columns;
  const top = new TopK(MIN_CHAMPIONS);
  const end = postingStarts[to]!;
  for (let at = postingStarts[from]!; at < end; at++) {
    top.addOrRaise(postingLocations[at]!, postingImpacts[at]!);
    if (at % POSTINGS_STEP === 0) yield;
  }
  const { locations, scores } = top.toScoredLocations();
  const champions = { locations: Uint32Array.from(locations), impacts: Uint8Array.from(scores), truncated: true };
  return { champions, locations: undefined, impacts: undefined };
}

function* buildHeavy(columns: SegmentColumns, range: Range): SlicedWork<FrequentTerms> {
  const impacts = yield* getMaxImpacts(columns, range);
  const locations = createBitSet(impacts.length);
  const listed = new Uint32Array(impacts.length);
  const listedImpacts = new Uint8Array(impacts.length);
  let n = 0;
  for (let i = 0; i < impacts.length; i++) {
    if (impacts[i] === 0) continue;
    setBit(locations, i);
    listed[n] = i;
    listedImpacts[n++] = impacts[i]!;
    if (i % POSTINGS_STEP === 0) yield;
  }
  const champions = Math.min(MAX_CHAMPIONS, Math.ceil(impacts.length / LOCATIONS_PER_CHAMPION));
  return {
    champions: selectChampions(listed.subarray(0, n), listedImpacts.subarray(0, n), champions),
    locations,
    impacts: range[1] - range[0] > 1 ? impacts : undefined,
  };
}

/** By location, the greatest impact of any term of the range. */
function* getMaxImpacts({ postingStarts, postingLocations, postingImpacts, ranks }: SegmentColumns, [from, to]: Range) {
  const impacts = new Uint8Array(ranks.length);
  for (let at = postingStarts[from]!; at < postingStarts[to]!; at++) {
    const location = postingLocations[at]!;
    if (postingImpacts[at]! > impacts[location]!) impacts[location] = postingImpacts[at]!;
    if (at % POSTINGS_STEP === 0) yield;
  }
  return impacts;
}
