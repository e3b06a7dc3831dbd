import { grown } from './growable-array.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';

/** Filings between two possible interruptions. */
const STEP = 2 ** 14;
/** Filings in a bucket, on average at most. */
const BUCKET = 4;

/** Numbers and the hashes that they are to be filed under, in pairs. */
export class HashList {
  hashes = new Uint32Array(64);
  numbers = new Uint32Array(64);
  length = 0;
  largest = 0;

  add(hash: number, number: number): void {
    this.hashes = grown(this.hashes, this.length + 1);
    this.numbers = grown(this.numbers, this.length + 1);
    this.hashes[this.length] = hash;
    this.numbers[this.length++] = number;
    if (number > this.largest) this.largest = number;
  }
}

/** Numbers filed under hashes. A hash leads to some others too, for each shares its bucket with a few. */
export class NumbersByHash {
  readonly #mask: number;
  readonly #starts: Uint32Array;
  /** Those of a hash stand from `startOf` to `endOf` (exclusive). */
  readonly numbers: Uint16Array | Uint32Array;

  private constructor({ length, largest }: HashList) {
    const buckets = 2 ** Math.ceil(Math.log2(length / BUCKET + 1));
    this.#mask = buckets - 1;
    this.#starts = new Uint32Array(buckets + 1);
    this.numbers = new (largest < 2 ** 16 ? Uint16Array : Uint32Array)(length);
  }

  static *of(list: HashList): Steps<NumbersByHash> {
    const { hashes, numbers, length } = list;
    const file = new NumbersByHash(list);
    const starts = file.#starts;
    for (let i = 0; i < length; i++) {
      starts[file.#bucketOf(hashes[i]!)]!++;
      if (i % STEP === 0) yield;
    }
    for (let b = 1; b < starts.length; b++) starts[b]! += starts[b - 1]!;
    for (let i = length - 1; i >= 0; i--) {
      file.numbers[--starts[file.#bucketOf(hashes[i]!)]!] = numbers[i]!;
      if (i % STEP === 0) yield;
    }
    return file;
  }

  startOf(hash: number): number {
    return this.#starts[this.#bucketOf(hash)]!;
  }

  endOf(hash: number): number {
    return this.#starts[this.#bucketOf(hash) + 1]!;
  }

  #bucketOf(hash: number): number {
    return (Math.imul(hash, 0x9e3779b1) >>> 15) & this.#mask;
  }
}
