import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import type { SearchDocument } from '../../../locations/catalogue/schema.ts';
import { analyze } from '../../text/analysis.ts';
import {
  MAX_IMPACT,
  getOccurrenceWeight,
  getOptionImpact,
  listSearchableTexts,
  toImpact,
} from '../../text/relevance.ts';
import { stemWord } from '../../text/stemming.ts';
import { isOption, isWord, listTraits } from '../../text/non-word-terms.ts';
import { ensureCapacity } from '../collections/growable-array.ts';
import { sortInSlices } from '../collections/sort-in-slices.ts';
import { StringColumn } from '../collections/string-column.ts';
import { toLetterMask } from './letter-mask.ts';
import { type TermColumns, TermIndex } from './term-index.ts';

/** Documents or terms processed between two yields. */
const STEP = 512;

/** Collects the terms of documents, one document after the other. */
export class TermIndexBuilder {
  readonly #numbers = new Map<string, number>();
  /** By document: the end of its postings. */
  readonly #ends: number[] = [];
  /** By posting: the number of the term, and its impact. */
  #terms = new Uint32Array(256);
  #impacts = new Uint8Array(256);
  #length = 0;

  add(document: SearchDocument): void {
    const frequencies = new Map<string, number>();
    for (const [field, text] of listSearchableTexts(document)) {
      const words = analyze(text);
      const weight = getOccurrenceWeight(field, words.length);
      for (const word of words) {
        const frequency = frequencies.get(word) ?? 0;
        // A castle near Castle Douglas is no more of a castle than others.
        if (field !== 'place' || frequency === 0) frequencies.set(word, frequency + weight);
      }
    }
    for (const [word, frequency] of frequencies) this.#addPosting(word, toImpact(frequency));
    const optionImpact = getOptionImpact(document);
    for (const trait of listTraits(document)) this.#addPosting(trait, isOption(trait) ? optionImpact : MAX_IMPACT);
    this.#ends.push(this.#length);
  }

  #addPosting(term: string, impact: number): void {
    let number = this.#numbers.get(term);
    if (number === undefined) this.#numbers.set(term, (number = this.#numbers.size));
    this.#terms = ensureCapacity(this.#terms, this.#length + 1);
    this.#impacts = ensureCapacity(this.#impacts, this.#length + 1);
    this.#terms[this.#length] = number;
    this.#impacts[this.#length++] = impact;
  }

  /** @param order the documents in the order of their location numbers */
  *build(order: Uint32Array): SlicedWork<TermIndex> {
    const unsorted = [...this.#numbers.keys()];
    const sorted = yield* sortInSlices(unsorted.length, (a, b) => (unsorted[a]! < unsorted[b]! ? -1 : 1));
    const positions = new Uint32Array(sorted.length);
    for (let t = 0; t < sorted.length; t++) positions[sorted[t]!] = t;
    yield;
    const names = Array.from(sorted, (number) => unsorted[number]!);
    yield;
    const terms = StringColumn.from(names);
    const letterMasks = Uint32Array.from(names, (name) => toLetterMask(name, 0, name.length));
    yield;
    const stems = yield* groupByStem(names);
    return new TermIndex({ terms, letterMasks, ...stems, ...(yield* this.#buildPostings(order, positions)) });
  }

  /** The postings sorted by term, then by location. @param positions by number of a term: its position in sorted order */
  *#buildPostings(order: Uint32Array, positions: Uint32Array) {
    const postingStarts = new Uint32Array(positions.length + 1);
    for (let at = 0; at < this.#length; at++) {
      postingStarts[positions[this.#terms[at]!]! + 1]!++;
      if (at % (STEP * STEP) === 0) yield;
    }
    for (let t = 0; t < positions.length; t++) postingStarts[t + 1]! += postingStarts[t]!;
    const next = postingStarts.slice();
    const postingLocations = new Uint32Array(this.#length);
    const postingImpacts = new Uint8Array(this.#length);
    for (let location = 0; location < order.length; location++) {
      const document = order[location]!;
      for (let at = document === 0 ? 0 : this.#ends[document - 1]!; at < this.#ends[document]!; at++) {
        const posting = next[positions[this.#terms[at]!]!]!++;
        postingLocations[posting] = location;
        postingImpacts[posting] = this.#impacts[at]!;
      }
      if (location % STEP === 0) yield;
    }
    return { postingStarts, postingLocations, postingImpacts };
  }
}

function* groupByStem(terms: readonly string[]): SlicedWork<Pick<TermColumns, 'stems' | 'stemStarts' | 'stemTerms'>> {
  const own: string[] = [];
  for (const term of terms) {
    own.push(isWord(term) ? stemWord(term) : term);
    if (own.length % STEP === 0) yield;
  }
  const stemTerms = yield* sortInSlices(own.length, (a, b) => (own[a]! < own[b]! ? -1 : own[a] === own[b] ? a - b : 1));
  const stems: string[] = [];
  const starts: number[] = [];
  for (const [at, term] of stemTerms.entries()) {
    if (own[term] === stems.at(-1)) continue;
    stems.push(own[term]!);
    starts.push(at);
    if (stems.length % STEP === 0) yield;
  }
  return { stems: StringColumn.from(stems), stemStarts: Uint32Array.from([...starts, own.length]), stemTerms };
}
