import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import { type BitSet, hasBit, setBit } from '../collections/bit-set.ts';
import { NONE } from '../collections/missing-value.ts';
import type { RangeFilter, ValueRanges } from './range-filter.ts';

/** Locations processed between two yields. */
const STEP = 4_096;

/** The locations of a large segment by their value of a range field. */
export class NumericFieldIndex {
  /** By location: its value, or NONE. */
  readonly #values: Uint32Array;
  /** By value up to the greatest: the start of its locations; then their number. */
  readonly #starts: Uint32Array;
  readonly #locations: Uint32Array;

  private constructor(values: Uint32Array, starts: Uint32Array, length: number) {
    this.#values = values;
    this.#starts = starts;
    this.#locations = new Uint32Array(length);
  }

  static *build(values: Uint32Array): SlicedWork<NumericFieldIndex> {
    const counts: number[] = [0];
    let length = 0;
    for (const [location, value] of values.entries()) {
      if (value !== NONE) {
        while (counts.length <= value + 1) counts.push(0);
        counts[value]!++;
        length++;
      }
      if (location % STEP === 0) yield;
    }
    for (let value = 1; value < counts.length; value++) counts[value]! += counts[value - 1]!;
    const index = new NumericFieldIndex(values, Uint32Array.from(counts), length);
    for (let location = values.length - 1; location >= 0; location--) {
      if (values[location] !== NONE) index.#locations[--index.#starts[values[location]!]!] = location;
      if (location % STEP === 0) yield;
    }
    return index;
  }

  /** Adds the locations with a value in a range to a set. */
  addWithin({ min, max }: RangeFilter, into: BitSet): void {
    const end = this.#starts[Math.min(max + 1, this.#starts.length - 1)]!;
    for (let at = this.#starts[min] ?? end; at < end; at++) setBit(into, this.#locations[at]!);
  }

  /** Adds the values of a set of `size` locations. */
  addValues(set: BitSet, size: number, field: number, ranges: ValueRanges): void {
    // The ends of the order are found sooner than all members of a large set, and later than those of a small one.
    if (size > set.length) this.#addEnds(set, field, ranges);
    else {
      for (let w = 0; w < set.length; w++) {
        for (let word = set[w]!; word !== 0; word &= word - 1) {
          ranges.add(field, this.#values[(w << 5) + 31 - Math.clz32(word & -word)]!);
        }
      }
    }
  }

  #addEnds(set: BitSet, field: number, ranges: ValueRanges): void {
    const locations = this.#locations;
    let first = 0;
    while (first < locations.length && !hasBit(set, locations[first]!)) first++;
    if (first === locations.length) return;
    ranges.add(field, this.#values[locations[first]!]!);
    let last = locations.length - 1;
    while (!hasBit(set, locations[last]!)) last--;
    ranges.add(field, this.#values[locations[last]!]!);
  }
}
