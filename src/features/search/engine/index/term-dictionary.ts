import { FuzzyIndex, type FuzzyTerm, scanFuzzy } from './fuzzy-index.ts';
import { getMaxEdits } from '../../text/relevance.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import type { StringColumn } from '../collections/string-column.ts';

/** Terms processed between two yields. */
const STEP = 8_192;
/** Fewer terms are compared with a word one by one. */
const MIN_INDEXED_TERMS = 2_000;

const NO_TERMS = new Uint32Array(0);

/** The sorted distinct words of a segment, each with its stem. `prepare` must run before it is used. */
export class TermDictionary {
  readonly #terms: StringColumn;
  readonly #stems: StringColumn;
  /** By term: its stem. */
  readonly #termStems: Uint32Array;
  /** By stem: where its terms start in `#stemTerms`. */
  readonly #stemTermStarts: Uint32Array;
  readonly #stemTerms: Uint32Array;
  #fuzzyIndex: FuzzyIndex | undefined;

  constructor(terms: StringColumn, stems: StringColumn, termStems: Uint32Array) {
    this.#terms = terms;
    this.#stems = stems;
    this.#termStems = termStems;
    this.#stemTermStarts = new Uint32Array(stems.length + 1);
    this.#stemTerms = new Uint32Array(terms.length);
  }

  /** Groups the terms by stem. */
  *prepare(): SlicedWork<void> {
    const termStems = this.#termStems;
    const starts = this.#stemTermStarts;
    for (let t = 0; t < termStems.length; t++) {
      starts[termStems[t]!]!++;
      if (t % STEP === 0) yield;
    }
    for (let s = 1; s < starts.length; s++) starts[s]! += starts[s - 1]!;
    for (let t = termStems.length - 1; t >= 0; t--) {
      this.#stemTerms[--starts[termStems[t]!]!] = t;
      if (t % STEP === 0) yield;
    }
  }

  /** Terms with the same stem as a word, ascending. `stem` is called only if the word is not a term itself. */
  findByStem(word: string, stem: () => string): Uint32Array {
    const term = this.#terms.indexOf(word);
    const stemIndex = term < 0 ? this.#stems.indexOf(stem()) : this.#termStems[term]!;
    return stemIndex < 0
      ? NO_TERMS
      : this.#stemTerms.subarray(this.#stemTermStarts[stemIndex], this.#stemTermStarts[stemIndex + 1]);
  }

  /** The range of the terms that start with a prefix, its end exclusive. */
  prefixRange(prefix: string): [from: number, to: number] {
    return this.#terms.prefixRange(prefix);
  }

  /** Terms within `getMaxEdits` of a word, without the word itself. */
  findFuzzy(word: string): FuzzyTerm[] {
    return this.#fuzzyIndex?.find(word) ?? scanFuzzy(word, this.#terms, getMaxEdits(word));
  }

  *buildFuzzyIndex(): SlicedWork<void> {
    if (this.#terms.length >= MIN_INDEXED_TERMS) this.#fuzzyIndex = yield* FuzzyIndex.build(this.#terms);
  }
}
