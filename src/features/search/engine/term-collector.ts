import { impactOf } from './rules.ts';
import type { SegmentColumns } from './segment.ts';
import type { Steps } from './slices.ts';
import { stemOf } from './stemming.ts';
import { TextColumn } from './text-column.ts';

/** Numbers, one after the other. */
class Growing {
  values = new Float64Array(1_024);

  set(i: number, value: number): void {
    if (i >= this.values.length) {
      const larger = new Float64Array(this.values.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[i] = value;
  }
}

/** Gathers the words of documents, one document after the other, and makes the columns of terms and postings of them. */
export class TermCollector {
  readonly #numbers = new Map<string, number>();
  /** By term: its last posting. */
  readonly #last = new Growing();
  /** By posting. */
  readonly #terms = new Growing();
  readonly #locations = new Growing();
  readonly #weights = new Growing();
  #length = 0;

  /** Adds an occurrence of a word in a location, whose number is that of the last occurrence or greater. */
  add(word: string, location: number, weight: number): void {
    let term = this.#numbers.get(word);
    if (term === undefined) {
      term = this.#numbers.size;
      this.#numbers.set(word, term);
    } else {
      const last = this.#last.values[term]!;
      if (this.#locations.values[last] === location) {
        this.#weights.values[last]! += weight;
        return;
      }
    }
    this.#last.set(term, this.#length);
    this.#terms.set(this.#length, term);
    this.#locations.set(this.#length, location);
    this.#weights.set(this.#length++, weight);
  }

  *columns(): Steps<TermColumns> {
    // Pieces of one text: those that the analysis cut out of the documents would keep all of these in memory.
    const terms = TextColumn.of([...this.#numbers.keys()].sort()).toArray();
    yield;
    const ownStems = terms.map(stemOf);
    yield;
    const stems = [...new Set(ownStems)].sort();
    const stemNumbers = new Map(stems.map((stem, s) => [stem, s]));
    yield;
    return {
      terms,
      stems,
      stemOf: Uint32Array.from(ownStems, (stem) => stemNumbers.get(stem)!),
      ...this.#postings(terms),
    };
  }

  /** The postings by term, in each in the order in which they came. */
  #postings(terms: readonly string[]) {
    const places = new Uint32Array(terms.length);
    terms.forEach((term, place) => (places[this.#numbers.get(term)!] = place));
    const postingStarts = new Uint32Array(terms.length + 1);
    for (let p = 0; p < this.#length; p++) postingStarts[places[this.#terms.values[p]!]! + 1]!++;
    for (let t = 0; t < terms.length; t++) postingStarts[t + 1]! += postingStarts[t]!;
    const next = postingStarts.slice();
    const postingLocations = new Uint32Array(this.#length);
    const postingImpacts = new Uint8Array(this.#length);
    for (let p = 0; p < this.#length; p++) {
      const at = next[places[this.#terms.values[p]!]!]!++;
      postingLocations[at] = this.#locations.values[p]!;
      postingImpacts[at] = impactOf(this.#weights.values[p]!);
    }
    return { postingStarts, postingLocations, postingImpacts };
  }
}

type TermColumns = Pick<
  SegmentColumns,
  'terms' | 'stems' | 'stemOf' | 'postingStarts' | 'postingLocations' | 'postingImpacts'
>;
