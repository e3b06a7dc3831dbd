import { TypoIndex, type NearTerm, nearest } from './fuzzy-index.ts';
import { Initials } from '../collections/prefix-table.ts';
import { typoDistance } from '../text/relevance.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';
import type { TextColumn } from '../collections/string-column.ts';

/** Terms between two possible interruptions. */
const STEP = 8_192;
/** Terms from which it pays to index them for typos and by their initials; fewer are compared one by one. */
const INDEXED_FROM = 2_000;

/** The distinct words of a segment, in the order of their UTF-16 units, each with its stem. To be prepared before it is used. */
export class Dictionary {
  readonly #terms: TextColumn;
  readonly #stems: TextColumn;
  /** By term, the place of its stem. */
  readonly #stemOf: Uint32Array;
  /** By stem, where its terms begin in `families`. */
  readonly #familyStarts: Uint32Array;
  readonly #families: Uint32Array;
  #initials: Initials | undefined;
  #typos: TypoIndex | undefined;

  constructor(terms: TextColumn, stems: TextColumn, stemOf: Uint32Array) {
    this.#terms = terms;
    this.#stems = stems;
    this.#stemOf = stemOf;
    this.#familyStarts = new Uint32Array(stems.length + 1);
    this.#families = new Uint32Array(terms.length);
  }

  /** Gathers the terms of each stem. */
  *prepare(): Steps<void> {
    const stemOf = this.#stemOf;
    if (this.#terms.length >= INDEXED_FROM) this.#initials = new Initials(this.#terms);
    yield;
    const starts = this.#familyStarts;
    for (let t = 0; t < stemOf.length; t++) {
      starts[stemOf[t]!]!++;
      if (t % STEP === 0) yield;
    }
    for (let s = 1; s < starts.length; s++) starts[s]! += starts[s - 1]!;
    for (let t = stemOf.length - 1; t >= 0; t--) {
      this.#families[--starts[stemOf[t]!]!] = t;
      if (t % STEP === 0) yield;
    }
  }

  /** Terms with the stem of a word, in order. The stem is only asked for if the word is not a term. */
  family(word: string, stem: () => string): Uint32Array {
    const place = this.#placeOf(word);
    const term = place < this.#terms.length && this.#terms.isAt(place, word) ? place : -1;
    const own = term < 0 ? this.#stems.find(stem()) : this.#stemOf[term]!;
    return own < 0 ? NONE : this.#families.subarray(this.#familyStarts[own], this.#familyStarts[own + 1]);
  }

  /** First and one past the last of the terms that begin with a prefix. */
  beginningWith(prefix: string): [from: number, to: number] {
    return [this.#placeOf(prefix), this.#placeOf(`${prefix}\uffff`)];
  }

  #placeOf(text: string): number {
    return (this.#initials ?? this.#terms).placeOf(text);
  }

  /** Terms within the typo distance of a word, except the word itself. */
  near(word: string): NearTerm[] {
    return this.#typos?.near(word) ?? nearest(word, this.#terms, typoDistance(word));
  }

  /** Makes the index for typos, if there are enough terms for it to pay. */
  *indexTypos(): Steps<void> {
    if (this.#terms.length >= INDEXED_FROM) this.#typos = yield* TypoIndex.of(this.#terms);
  }
}

const NONE = new Uint32Array(0);
