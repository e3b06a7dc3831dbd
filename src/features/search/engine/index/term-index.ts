import { editDistance } from '../../../../platform/text/edit-distance.ts';
import { getMaxEdits } from '../../text/relevance.ts';
import { stemWord } from '../../text/stemming.ts';
import type { StringColumn } from '../collections/string-column.ts';
import { differByMoreThan, toLetterMask } from './letter-mask.ts';

const NO_TERMS = new Uint32Array(0);

/** The data of a term index. Terms are words and traits (see `traits.ts`). */
export interface TermColumns {
  /** Sorted. */
  readonly terms: StringColumn;
  /** By term: see `toLetterMask`. */
  readonly letterMasks: Uint32Array;
  /** Sorted. */
  readonly stems: StringColumn;
  /** The terms with stem `s`, ascending, are at `stemStarts[s]` to `stemStarts[s + 1]` of `stemTerms`. */
  readonly stemStarts: Uint32Array;
  readonly stemTerms: Uint32Array;
  /** The postings of term `t` are at `postingStarts[t]` to `postingStarts[t + 1]`, in ascending order of location. */
  readonly postingStarts: Uint32Array;
  /** By posting: the location that contains the term, and the impact of the term on it (1 to 255). */
  readonly postingLocations: Uint32Array;
  readonly postingImpacts: Uint8Array;
}

/** An inverted index: the locations by the terms that they contain. */
export class TermIndex {
  readonly terms: StringColumn;
  readonly #columns: TermColumns;

  constructor(columns: TermColumns) {
    this.terms = columns.terms;
    this.#columns = columns;
  }

  /** Terms with the same stem as a word, ascending. */
  findByStem(word: string): Uint32Array {
    const { stems, stemStarts, stemTerms } = this.#columns;
    const stem = stems.indexOf(stemWord(word));
    return stem < 0 ? NO_TERMS : stemTerms.subarray(stemStarts[stem], stemStarts[stem + 1]);
  }

  /** Terms within `getMaxEdits` of a word, ascending, without the word itself. Few letter masks are close enough to compare the letters. */
  findFuzzy(word: string): { readonly term: number; readonly edits: number }[] {
    const { terms, letterMasks } = this.#columns;
    const limit = getMaxEdits(word);
    if (limit === 0) return [];
    const letters = toLetterMask(word, 0, word.length);
    const found: { term: number; edits: number }[] = [];
    for (let term = 0; term < letterMasks.length; term++) {
      if (differByMoreThan(letters, letterMasks[term]!, limit)) continue;
      const edits = editDistance(word, terms.text, terms.startAt(term), terms.ends[term]!, limit);
      if (edits > 0 && edits <= limit && !/\d/.test(terms.at(term))) found.push({ term, edits });
    }
    return found;
  }

  /** The postings of the terms from `from` to `to` (exclusive), one term after the other. */
  getPostings(from: number, to: number): { locations: Uint32Array; impacts: Uint8Array } {
    const { postingStarts, postingLocations, postingImpacts } = this.#columns;
    return {
      locations: postingLocations.subarray(postingStarts[from], postingStarts[to]),
      impacts: postingImpacts.subarray(postingStarts[from], postingStarts[to]),
    };
  }

  /** The locations with a term, ascending. */
  getLocations(name: string): Uint32Array {
    const term = this.terms.indexOf(name);
    return term < 0 ? NO_TERMS : this.getPostings(term, term + 1).locations;
  }
}
