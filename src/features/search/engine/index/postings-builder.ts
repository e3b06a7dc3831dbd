import { NONE } from '../collections/missing-value.ts';
import type { SearchDocument } from '../../../locations/catalogue/schema.ts';
import { ensureCapacity } from '../collections/growable-array.ts';
import {
  PICTURED_WEIGHT,
  MAX_IMPACT,
  getOptionImpact,
  toImpact,
  getOccurrenceWeight,
  listSearchableTexts,
} from '../../text/relevance.ts';
import type { SegmentColumns } from './segment-columns.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import { stemWord } from '../../text/stemming.ts';
import { isOption, isWord, listTraits } from '../../text/traits.ts';
import { StringColumn } from '../collections/string-column.ts';
import { WordInterner } from './word-interner.ts';

/** Documents, and below them words, processed between two yields. */
const STEP = 512;

/** Collects the words of documents, one document after the other. */
export class PostingsBuilder {
  readonly #table = new WordInterner();
  /** By document: the end of its postings. */
  readonly #ends: number[] = [];
  /** By posting: the number of the word in `#table`, and its impact. */
  #words = new Uint32Array(256);
  #impacts = new Uint8Array(256);
  #length = 0;
  /** By word: its last posting plus one. */
  #lastPosting = new Uint32Array(256);
  /** Weighted frequencies of the current document, by posting. */
  readonly #weights: number[] = [];

  add(document: SearchDocument): void {
    const first = this.#length;
    for (const [field, text] of listSearchableTexts(document)) {
      const n = this.#table.readText(text);
      this.#addOccurrences(n, getOccurrenceWeight(field, n) * (document.pictured ? PICTURED_WEIGHT : 1), first);
    }
    const words = this.#length;
    const traits = listTraits(document);
    this.#addTraits(traits);
    this.#impacts = ensureCapacity(this.#impacts, this.#length);
    for (let at = first; at < words; at++) this.#impacts[at] = toImpact(this.#weights[at - first]!);
    const optionImpact = getOptionImpact(document);
    for (const [i, trait] of traits.entries()) this.#impacts[words + i] = isOption(trait) ? optionImpact : MAX_IMPACT;
    this.#ends.push(this.#length);
  }

  /** Adds the words that the table read last. @param first the first posting of the document */
  #addOccurrences(n: number, weight: number, first: number): void {
    const { read, words: known } = this.#table;
    const last = (this.#lastPosting = ensureCapacity(this.#lastPosting, known.length));
    const words = (this.#words = ensureCapacity(this.#words, this.#length + n));
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

  #addTraits(traits: readonly string[]): void {
    const numbers = traits.map((trait) => this.#table.intern(trait));
    const last = (this.#lastPosting = ensureCapacity(this.#lastPosting, this.#table.words.length));
    const words = (this.#words = ensureCapacity(this.#words, this.#length + numbers.length));
    for (const number of numbers) {
      words[this.#length] = number;
      last[number] = ++this.#length;
    }
  }

  /** @param order the documents in the order of their location numbers */
  *build(order: Uint32Array): SlicedWork<TermColumns> {
    const { terms, positions } = yield* this.#sortedTerms();
    const stems = yield* buildStems(terms);
    const postings = yield* this.#postings(order, positions, terms.length);
    return { terms: StringColumn.from(terms), ...stems, ...postings };
  }

  /** The indexed words in sorted order, and by number of the word its position among them. */
  *#sortedTerms(): SlicedWork<{ terms: string[]; positions: Uint32Array }> {
    const { words } = this.#table;
    const terms: string[] = [];
    const positions = new Uint32Array(words.length).fill(NONE);
    const order = toSortedOrder(words);
    yield;
    for (const word of order) if (this.#lastPosting[word]! > 0) positions[word] = terms.push(words[word]!) - 1;
    return { terms, positions };
  }

  /** The postings sorted by term, then by location. */
  *#postings(order: Uint32Array, positions: Uint32Array, terms: number) {
    const postingStarts = new Uint32Array(terms + 1);
    for (let at = 0; at < this.#length; at++) postingStarts[positions[this.#words[at]!]! + 1]!++;
    for (let t = 0; t < terms; t++) postingStarts[t + 1]! += postingStarts[t]!;
    const next = postingStarts.slice();
    const postingLocations = new Uint32Array(this.#length);
    const postingImpacts = new Uint8Array(this.#length);
    for (let location = 0; location < order.length; location++) {
      const document = order[location]!;
      for (let at = document === 0 ? 0 : this.#ends[document - 1]!; at < this.#ends[document]!; at++) {
        const posting = next[positions[this.#words[at]!]!]!++;
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
  'terms' | 'stems' | 'termStems' | 'postingStarts' | 'postingLocations' | 'postingImpacts'
>;

/** The distinct stems in sorted order, and by term the position of its stem among them. */
function* buildStems(terms: readonly string[]): SlicedWork<Pick<TermColumns, 'stems' | 'termStems'>> {
  const own: string[] = [];
  for (const term of terms) {
    own.push(isWord(term) ? stemWord(term) : term);
    if (own.length % STEP === 0) yield;
  }
  const stems: string[] = [];
  const positions = new Uint32Array(terms.length);
  const order = toSortedOrder(own);
  yield;
  for (const term of order) {
    if (own[term] !== stems.at(-1)) stems.push(own[term]!);
    positions[term] = stems.length - 1;
  }
  return { stems: StringColumn.from(stems), termStems: positions };
}

/** The indexes of texts in sorted order. */
function toSortedOrder(texts: readonly string[]): Uint32Array {
  return Uint32Array.from(texts.keys()).sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
}
