import { ensureCapacity } from './growable-array.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';

/** Pairs processed between two yields. */
const STEP = 2 ** 14;
/** Upper limit of the mean. */
const MEAN_BUCKET_SIZE = 4;

/** A growing list of hashes with their values, from which a HashMultimap is built. */
export class HashPairs {
  hashes = new Uint32Array(64);
  values = new Uint32Array(64);
  length = 0;
  maxValue = 0;

  add(hash: number, value: number): void {
    this.hashes = ensureCapacity(this.hashes, this.length + 1);
    this.values = ensureCapacity(this.values, this.length + 1);
    this.hashes[this.length] = hash;
    this.values[this.length++] = value;
    if (value > this.maxValue) this.maxValue = value;
  }
}

/** Values by hash. Hashes share buckets, so the values of a bucket also include those of a few other hashes. */
export class HashMultimap {
  readonly #mask: number;
  readonly #starts: Uint32Array;
  /** The values of a bucket are at `bucketStart(hash)` to `bucketEnd(hash)` (exclusive). */
  readonly values: Uint16Array | Uint32Array;

  private constructor({ length, maxValue }: HashPairs) {
    const buckets = 2 ** Math.ceil(Math.log2(length / MEAN_BUCKET_SIZE + 1));
    this.#mask = buckets - 1;
    this.#starts = new Uint32Array(buckets + 1);
    this.values = new (maxValue < 2 ** 16 ? Uint16Array : Uint32Array)(length);
  }

  static *build(list: HashPairs): SlicedWork<HashMultimap> {
    const { hashes, values, length } = list;
    const map = new HashMultimap(list);
    const starts = map.#starts;
    for (let i = 0; i < length; i++) {
      starts[map.#toBucket(hashes[i]!)]!++;
      if (i % STEP === 0) yield;
    }
    for (let b = 1; b < starts.length; b++) starts[b]! += starts[b - 1]!;
    for (let i = length - 1; i >= 0; i--) {
      map.values[--starts[map.#toBucket(hashes[i]!)]!] = values[i]!;
      if (i % STEP === 0) yield;
    }
    return map;
  }

  bucketStart(hash: number): number {
    return this.#starts[this.#toBucket(hash)]!;
  }

  bucketEnd(hash: number): number {
    return this.#starts[this.#toBucket(hash) + 1]!;
  }

  #toBucket(hash: number): number {
    return (Math.imul(hash, 0x9e3779b1) >>> 15) & this.#mask;
  }
}
