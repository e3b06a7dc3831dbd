import { BestFew } from '../query/top-hits.ts';
import { type Bits, bitsFor, setBit } from '../collections/bit-set.ts';
import { type Champions, mostImpact } from '../query/rank-by-term.ts';
import type { SegmentColumns } from './segment.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';

/** Postings from which a term or prefix is frequent. */
const FREQUENT_FROM = 1_024;
/** Longest prefix that may be frequent. */
const PREFIX_LENGTH = 4;
/** A frequent term is heavy from one in this many locations, a prefix from one posting per this many locations. */
const TERM_SHARE = 16;
const PREFIX_SHARE = 2;
/** Locations that are kept in the order of their impact. */
const CHAMPIONS = 64;
const MOST_CHAMPIONS = 4_096;
/** Locations to one champion of heavy terms. */
const CHAMPION_SHARE = 16;

/** What is kept of neighbouring terms that many locations have. */
export interface FrequentTerms {
  readonly champions: Champions;
  /** Only of heavy ones. */
  readonly locations: Bits | undefined;
  /** By location, the greatest impact; only of several heavy terms, for that of one is found in its postings. */
  readonly impacts: Uint8Array | undefined;
}

/** Terms, and postings, between two possible interruptions. */
const STEP = 512;
const POSTINGS = 2 ** 16;

type Range = readonly [from: number, to: number];

/** The frequent terms and prefixes of a segment, by the range of their terms. */
export class FrequentTermTable {
  readonly #byRange = new Map<number, FrequentTerms>();

  get(from: number, to: number): FrequentTerms | undefined {
    return this.#byRange.get(keyOf(from, to));
  }

  static *of(columns: SegmentColumns): Steps<FrequentTermTable> {
    const table = new FrequentTermTable();
    for (const range of yield* frequentRanges(columns)) {
      const frequent = isHeavy(columns, range)
        ? yield* heavyTerms(columns, range)
        : yield* frequentTerms(columns, range);
      table.#byRange.set(keyOf(...range), frequent);
      yield;
    }
    return table;
  }
}

function keyOf(from: number, to: number): number {
  return from * 2 ** 26 + to;
}

function postingsOf({ postingStarts }: SegmentColumns, from: number, to: number): number {
  return postingStarts[to]! - postingStarts[from]!;
}

function isHeavy(columns: SegmentColumns, range: Range): boolean {
  const share = range[1] - range[0] === 1 ? TERM_SHARE : PREFIX_SHARE;
  return postingsOf(columns, ...range) * share >= columns.ranks.length;
}

function* frequentRanges(columns: SegmentColumns): Steps<Range[]> {
  const { terms } = columns;
  const ranges: Range[] = [];
  for (let t = 0; t < terms.length; t++) {
    if (postingsOf(columns, t, t + 1) >= FREQUENT_FROM) ranges.push([t, t + 1]);
    if (t % STEP === 0) yield;
  }
  for (let length = 1; length <= PREFIX_LENGTH; length++) {
    for (let from = 0, to = 0, n = 0; from < terms.length; from = to, n++) {
      const prefix = terms.at(from).slice(0, length);
      to = terms.placeOf(`${prefix}\uffff`, from + 1);
      if (prefix.length === length && to - from > 1 && postingsOf(columns, from, to) >= FREQUENT_FROM)
        ranges.push([from, to]);
      if (n % STEP === 0) yield;
    }
  }
  return ranges;
}

function* frequentTerms(columns: SegmentColumns, [from, to]: Range): Steps<FrequentTerms> {
  const { postingStarts, postingLocations, postingImpacts } = columns;
  const best = new BestFew(CHAMPIONS);
  const end = postingStarts[to]!;
  for (let at = postingStarts[from]!; at < end; at++) {
    best.offerAgain(postingLocations[at]!, postingImpacts[at]!);
    if (at % POSTINGS === 0) yield;
  }
  const { locations, scores } = best.hits();
  const champions = { locations: Uint32Array.from(locations), impacts: Uint8Array.from(scores), more: true };
  return { champions, locations: undefined, impacts: undefined };
}

function* heavyTerms(columns: SegmentColumns, range: Range): Steps<FrequentTerms> {
  const impacts = yield* greatestImpacts(columns, range);
  const locations = bitsFor(impacts.length);
  const listed = new Uint32Array(impacts.length);
  const listedImpacts = new Uint8Array(impacts.length);
  let n = 0;
  for (let i = 0; i < impacts.length; i++) {
    if (impacts[i] === 0) continue;
    setBit(locations, i);
    listed[n] = i;
    listedImpacts[n++] = impacts[i]!;
    if (i % POSTINGS === 0) yield;
  }
  const champions = Math.min(MOST_CHAMPIONS, Math.ceil(impacts.length / CHAMPION_SHARE));
  return {
    champions: mostImpact(listed.subarray(0, n), listedImpacts.subarray(0, n), champions),
    locations,
    impacts: range[1] - range[0] > 1 ? impacts : undefined,
  };
}

/** By location, the greatest impact of any of the terms. */
function* greatestImpacts(
  { postingStarts, postingLocations, postingImpacts, ranks }: SegmentColumns,
  [from, to]: Range,
) {
  const impacts = new Uint8Array(ranks.length);
  for (let at = postingStarts[from]!; at < postingStarts[to]!; at++) {
    const location = postingLocations[at]!;
    if (postingImpacts[at]! > impacts[location]!) impacts[location] = postingImpacts[at]!;
    if (at % POSTINGS === 0) yield;
  }
  return impacts;
}
