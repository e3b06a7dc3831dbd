import { type Bits, bitsFor, setBit } from './bits.ts';
import { type Champions, mostImpact } from './ranking.ts';
import type { SegmentColumns } from './segment.ts';
import type { Steps } from './slices.ts';

/** A term is heavy from one in this many locations, a prefix from one posting per this many locations. */
const TERM_SHARE = 16;
const PREFIX_SHARE = 2;
/** Longest prefix that may be heavy. */
const PREFIX_LENGTH = 3;
/** Locations that are kept in the order of their impact. */
const CHAMPIONS = 4_096;

/** What is kept of neighbouring terms that very many locations have. */
export interface HeavyTerms {
  readonly locations: Bits;
  /** By location, the greatest impact; only of several terms, for that of one is found in its postings. */
  readonly impacts: Uint8Array | undefined;
  readonly champions: Champions;
}

/** The heavy terms and prefixes of a segment, by the range of their terms. */
export class HeavyTermTable {
  readonly #byRange = new Map<number, HeavyTerms>();

  get(from: number, to: number): HeavyTerms | undefined {
    return this.#byRange.get(keyOf(from, to));
  }

  static *of(columns: SegmentColumns): Steps<HeavyTermTable> {
    const table = new HeavyTermTable();
    const size = columns.ranks.length;
    for (const [from, to] of yield* heavyRanges(columns)) {
      const impacts = new Uint8Array(size);
      const { postingStarts, postingLocations, postingImpacts } = columns;
      for (let at = postingStarts[from]!; at < postingStarts[to]!; at++) {
        const location = postingLocations[at]!;
        if (postingImpacts[at]! > impacts[location]!) impacts[location] = postingImpacts[at]!;
        if (at % 65_536 === 0) yield;
      }
      table.#byRange.set(keyOf(from, to), heavyTerms(impacts, to - from > 1));
      yield;
    }
    return table;
  }
}

function keyOf(from: number, to: number): number {
  return from * 2 ** 26 + to;
}

function* heavyRanges({ terms, postingStarts, ranks }: SegmentColumns): Steps<[from: number, to: number][]> {
  const ranges: [number, number][] = [];
  const postings = (from: number, to: number) => postingStarts[to]! - postingStarts[from]!;
  for (let t = 0; t < terms.length; t++) {
    if (postings(t, t + 1) * TERM_SHARE >= ranks.length) ranges.push([t, t + 1]);
  }
  for (let length = 1; length <= PREFIX_LENGTH; length++) {
    for (let from = 0, to = 0; from < terms.length; from = to) {
      const prefix = terms.at(from).slice(0, length);
      to = terms.placeOf(`${prefix}\uffff`, from + 1);
      if (prefix.length === length && to - from > 1 && postings(from, to) * PREFIX_SHARE >= ranks.length)
        ranges.push([from, to]);
    }
    yield;
  }
  return ranges;
}

function heavyTerms(impacts: Uint8Array, severalTerms: boolean): HeavyTerms {
  const locations = bitsFor(impacts.length);
  const listed = new Uint32Array(impacts.length);
  const listedImpacts = new Uint8Array(impacts.length);
  let n = 0;
  for (let i = 0; i < impacts.length; i++) {
    if (impacts[i] === 0) continue;
    setBit(locations, i);
    listed[n] = i;
    listedImpacts[n++] = impacts[i]!;
  }
  return {
    locations,
    impacts: severalTerms ? impacts : undefined,
    champions: mostImpact(listed.subarray(0, n), listedImpacts.subarray(0, n), CHAMPIONS),
  };
}
