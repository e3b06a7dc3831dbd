import { DeletionIndex, type NearTerm, nearest } from './deletion-index.ts';
import { typoDistance } from './rules.ts';
import type { Steps } from './slices.ts';

/** Terms from which an index for typos pays; fewer are compared one by one. */
const DELETION_INDEX_FROM = 2_000;

/** The distinct words of a segment, in the order of their UTF-16 units, each with its stem. */
export class Dictionary {
  readonly terms: readonly string[];
  readonly stems: readonly string[];
  /** Number of each term's stem. */
  readonly stemOf: Uint32Array;
  readonly #familyStarts: Uint32Array;
  readonly #families: Uint32Array;
  #deletions: DeletionIndex | undefined;

  constructor(terms: readonly string[], stems: readonly string[], stemOf: Uint32Array) {
    this.terms = terms;
    this.stems = stems;
    this.stemOf = stemOf;
    this.#familyStarts = new Uint32Array(stems.length + 1);
    this.#families = new Uint32Array(terms.length);
    for (const stem of stemOf) this.#familyStarts[stem]!++;
    for (let s = 1; s <= stems.length; s++) this.#familyStarts[s]! += this.#familyStarts[s - 1]!;
    for (let t = terms.length - 1; t >= 0; t--) this.#families[--this.#familyStarts[stemOf[t]!]!] = t;
  }

  /** Terms with a stem, in order. */
  family(stem: string): Uint32Array {
    const at = firstFrom(this.stems, stem);
    if (this.stems[at] !== stem) return NONE;
    return this.#families.subarray(this.#familyStarts[at], this.#familyStarts[at + 1]);
  }

  /** First and one past the last of the terms that begin with a prefix. */
  beginningWith(prefix: string): [from: number, to: number] {
    return [firstFrom(this.terms, prefix), firstFrom(this.terms, `${prefix}\uffff`)];
  }

  /** Terms within the typo distance of a word, except the word itself. */
  near(word: string): NearTerm[] {
    return this.#deletions?.near(word) ?? nearest(word, this.terms, this.terms.keys(), typoDistance(word));
  }

  /** Makes the index for typos, if there are enough terms for it to pay. */
  *indexTypos(): Steps<void> {
    if (this.terms.length >= DELETION_INDEX_FROM) this.#deletions = yield* DeletionIndex.of(this.terms);
  }
}

const NONE = new Uint32Array(0);

/** Where `text` stands in a sorted list, or would. */
export function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
