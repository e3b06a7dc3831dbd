import type { CatalogueDocument } from '../../../locations/schema.ts';
import { grown } from '../collections/growable-array.ts';
import { PICTURED_WEIGHT, impactOf, occurrenceWeight, textsOf } from '../text/relevance.ts';
import type { SegmentColumns } from './segment.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';
import { stemOf } from '../text/stemming.ts';
import { TextColumn } from '../collections/string-column.ts';
import { wordOrder } from '../text/word-order.ts';
import { WordTable } from '../text/word-table.ts';

/** Documents, and words, between two possible interruptions. */
const STEP = 512;
/** No word. */
const NOWHERE = 0xffffffff;

/** Gathers the words of documents, one document after the other. */
export class PostingDraft {
  readonly #table = new WordTable();
  /** By document, where its postings end. */
  readonly #ends: number[] = [];
  /** By posting. */
  #words = new Uint32Array(256);
  #impacts = new Uint8Array(256);
  #length = 0;
  /** By word, one more than its last posting. */
  #last = new Uint32Array(256);
  /** Weighted frequencies of the current document, by posting. */
  readonly #weights: number[] = [];

  add(document: CatalogueDocument): void {
    const first = this.#length;
    for (const [field, text] of textsOf(document)) {
      const n = this.#table.readText(text);
      this.#addOccurrences(n, occurrenceWeight(field, n) * (document.pictured ? PICTURED_WEIGHT : 1), first);
    }
    this.#impacts = grown(this.#impacts, this.#length);
    for (let at = first; at < this.#length; at++) this.#impacts[at] = impactOf(this.#weights[at - first]!);
    this.#ends.push(this.#length);
  }

  /**
   * Adds the words that were last read.
   * @param first the first posting of the document
   */
  #addOccurrences(n: number, weight: number, first: number): void {
    const { read, words: known } = this.#table;
    const last = (this.#last = grown(this.#last, known.length));
    const words = (this.#words = grown(this.#words, this.#length + n));
    const weights = this.#weights;
    for (let i = 0; i < n; i++) {
      const word = read[i]!;
      const posting = last[word]! - 1;
      if (posting >= first) weights[posting - first]! += weight;
      else {
        words[this.#length] = word;
        weights[this.#length - first] = weight;
        last[word] = ++this.#length;
      }
    }
  }

  /** @param order the documents by number of their location */
  *columns(order: Uint32Array): Steps<TermColumns> {
    const { terms, places } = yield* this.#sortedTerms();
    const stems = yield* stemColumns(terms);
    const postings = yield* this.#postings(order, places, terms.length);
    return { terms: TextColumn.of(terms), ...stems, ...postings };
  }

  /** The words that have postings in order, and by word its place among them. */
  *#sortedTerms(): Steps<{ terms: string[]; places: Uint32Array }> {
    const { words } = this.#table;
    const terms: string[] = [];
    const places = new Uint32Array(words.length).fill(NOWHERE);
    const order = wordOrder(words);
    yield;
    for (const word of order) if (this.#last[word]! > 0) places[word] = terms.push(words[word]!) - 1;
    return { terms, places };
  }

  /** The postings by term, those of each in the order of their locations. */
  *#postings(order: Uint32Array, places: Uint32Array, terms: number) {
    const postingStarts = new Uint32Array(terms + 1);
    for (let at = 0; at < this.#length; at++) postingStarts[places[this.#words[at]!]! + 1]!++;
    for (let t = 0; t < terms; t++) postingStarts[t + 1]! += postingStarts[t]!;
    const next = postingStarts.slice();
    const postingLocations = new Uint32Array(this.#length);
    const postingImpacts = new Uint8Array(this.#length);
    for (let location = 0; location < order.length; location++) {
      const document = order[location]!;
      for (let at = document === 0 ? 0 : this.#ends[document - 1]!; at < this.#ends[document]!; at++) {
        const posting = next[places[this.#words[at]!]!]!++;
        postingLocations[posting] = location;
        postingImpacts[posting] = this.#impacts[at]!;
      }
      if (location % STEP === 0) yield;
    }
    return { postingStarts, postingLocations, postingImpacts };
  }
}

type TermColumns = Pick<
  SegmentColumns,
  'terms' | 'stems' | 'stemOf' | 'postingStarts' | 'postingLocations' | 'postingImpacts'
>;

/** The distinct stems of terms in order, and by term the place of its stem. */
function* stemColumns(terms: readonly string[]): Steps<Pick<TermColumns, 'stems' | 'stemOf'>> {
  const own: string[] = [];
  for (const term of terms) {
    own.push(stemOf(term));
    if (own.length % STEP === 0) yield;
  }
  const stems: string[] = [];
  const places = new Uint32Array(terms.length);
  const order = wordOrder(own);
  yield;
  for (const term of order) {
    if (own[term] !== stems.at(-1)) stems.push(own[term]!);
    places[term] = stems.length - 1;
  }
  return { stems: TextColumn.of(stems), stemOf: places };
}
