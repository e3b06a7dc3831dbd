import { type BitSet, createBitSet, clearBit, hasBit, setBit } from '../collections/bit-set.ts';
import { editDistance } from '../../../../platform/text/edit-distance.ts';
import { HashPairs, HashMultimap } from '../collections/hash-multimap.ts';
import { getMaxEdits } from '../../text/relevance.ts';
import type { SlicedWork } from '../../../../platform/runtime/time-slicing.ts';
import type { StringColumn } from '../collections/string-column.ts';

/** Terms processed between two yields. */
const STEP = 512;
/** Shortest term that can be two edits away from a word. */
const MIN_LENGTH_FOR_TWO_EDITS = 6;
/** Short enough that every term within two edits has a suffix after it. */
const PREFIX_LENGTH = MIN_LENGTH_FOR_TWO_EDITS - 1;

export interface FuzzyTerm {
  readonly term: number;
  readonly edits: number;
}

/**
 * Finds the terms within `getMaxEdits` of a word. Of two edits, either at most one is in the prefix of the term, or both
 * are and the suffix is unchanged. Two prefixes one edit apart become equal when at most one letter of each is deleted
 * (the symmetric delete method). So the index maps every prefix, and every prefix without one of its letters, and every
 * suffix to the terms that have them; the candidates found by these are checked by their edit distance.
 */
export class FuzzyIndex {
  readonly #terms: StringColumn;
  /** By term: see `toLetterMask`. */
  readonly #letterMasks: Uint32Array;
  /** By distinct prefix: its first term; then the number of terms. */
  readonly #prefixStarts: Uint32Array;
  readonly #prefixes: HashMultimap;
  /** Terms by the hash of their suffix. */
  readonly #suffixes: HashMultimap;
  /** Prefixes already compared with the current word. Empty between two calls. */
  readonly #compared: BitSet;
  /** The current word's prefixes and their deletion variants. */
  readonly #variants = new HashPairs();

  private constructor(
    terms: StringColumn,
    letterMasks: Uint32Array,
    prefixStarts: Uint32Array,
    prefixes: HashMultimap,
    suffixes: HashMultimap,
  ) {
    this.#terms = terms;
    this.#letterMasks = letterMasks;
    this.#prefixStarts = prefixStarts;
    this.#prefixes = prefixes;
    this.#suffixes = suffixes;
    this.#compared = createBitSet(prefixStarts.length);
  }

  static *build(terms: StringColumn): SlicedWork<FuzzyIndex> {
    const letterMasks = new Uint32Array(terms.length);
    const prefixStarts = new Uint32Array(terms.length + 1);
    const prefixes = new HashPairs();
    const suffixes = new HashPairs();
    let n = 0;
    for (let t = 0; t < terms.length; t++) {
      const start = terms.startAt(t);
      const end = terms.ends[t]!;
      letterMasks[t] = toLetterMask(terms.text, start, end);
      if (t === 0 || !sharesPrefixWithPrevious(terms, t)) {
        addDeletionVariants(terms.text, start, Math.min(end - start, PREFIX_LENGTH), n, prefixes);
        prefixStarts[n++] = t;
      }
      if (end - start >= MIN_LENGTH_FOR_TWO_EDITS)
        suffixes.add(hashReversed(terms.text, start + PREFIX_LENGTH, end, 0), t);
      if (t % STEP === 0) yield;
    }
    prefixStarts[n++] = terms.length;
    return new FuzzyIndex(
      terms,
      letterMasks,
      prefixStarts.slice(0, n),
      yield* HashMultimap.build(prefixes),
      yield* HashMultimap.build(suffixes),
    );
  }

  /** The terms in ascending order, without the word itself. */
  find(word: string): FuzzyTerm[] {
    const limit = getMaxEdits(word);
    if (limit === 0) return [];
    const search = { word, limit, letters: toLetterMask(word, 0, word.length), found: [] };
    this.#comparePrefixes(search);
    if (limit === 2) this.#compareSuffixes(search);
    return sortUnique(search.found);
  }

  /** Compares the terms whose prefix is at most one edit away from a prefix of the word. */
  #comparePrefixes(search: FuzzySearch): void {
    const variants = this.#variants;
    variants.length = 0;
    for (const length of [PREFIX_LENGTH, PREFIX_LENGTH + 1]) {
      addDeletionVariants(search.word, 0, Math.min(length, search.word.length), 0, variants);
    }
    const compared: number[] = [];
    for (let i = 0; i < variants.length; i++) {
      const end = this.#prefixes.bucketEnd(variants.hashes[i]!);
      for (let at = this.#prefixes.bucketStart(variants.hashes[i]!); at < end; at++) {
        const prefix = this.#prefixes.values[at]!;
        if (hasBit(this.#compared, prefix)) continue;
        setBit(this.#compared, prefix);
        compared.push(prefix);
        const last = this.#prefixStarts[prefix + 1]!;
        for (let term = this.#prefixStarts[prefix]!; term < last; term++) this.#compare(search, term);
      }
    }
    for (const prefix of compared) clearBit(this.#compared, prefix);
  }

  /** Compares the terms with the word's suffix, after up to two edits in the prefix or one and a transposition across the border. */
  #compareSuffixes(search: FuzzySearch): void {
    const { word } = search;
    for (let start = PREFIX_LENGTH - 2; start <= PREFIX_LENGTH + 2; start++) {
      this.#compareSuffix(search, hashReversed(word, start, word.length, 0));
      const rest = hashReversed(word, start + 2, word.length, 0);
      this.#compareSuffix(search, hashReversed(word, start, start + 1, rest));
    }
  }

  #compareSuffix(search: FuzzySearch, hash: number): void {
    const end = this.#suffixes.bucketEnd(hash);
    for (let at = this.#suffixes.bucketStart(hash); at < end; at++) this.#compare(search, this.#suffixes.values[at]!);
  }

  #compare({ word, limit, letters, found }: FuzzySearch, term: number): void {
    if (!differByMoreThan(letters, this.#letterMasks[term]!, limit)) addIfWithin(word, this.#terms, limit, term, found);
  }
}

/** The state of one search; `found` can contain a term twice. */
interface FuzzySearch {
  readonly word: string;
  readonly limit: number;
  readonly letters: number;
  readonly found: FuzzyTerm[];
}

function sortUnique(found: FuzzyTerm[]): FuzzyTerm[] {
  found.sort((a, b) => a.term - b.term);
  return found.filter(({ term }, i) => i === 0 || term !== found[i - 1]!.term);
}

/** The terms within `limit` edits of the word, found by comparing with all of them. */
export function scanFuzzy(word: string, terms: StringColumn, limit: number): FuzzyTerm[] {
  const found: FuzzyTerm[] = [];
  for (let term = 0; term < terms.length; term++) addIfWithin(word, terms, limit, term, found);
  return found;
}

function addIfWithin(word: string, terms: StringColumn, limit: number, term: number, found: FuzzyTerm[]): void {
  const edits = editDistance(word, terms.text, terms.startAt(term), terms.ends[term]!, limit);
  if (edits > 0 && edits <= limit && !/\d/.test(terms.at(term))) found.push({ term, edits });
}

/** Bits for the letters that occur once or more, and bits for those that occur twice or more. Some letters share a bit. */
function toLetterMask(text: string, start: number, end: number): number {
  let once = 0;
  let twice = 0;
  for (let at = start; at < end; at++) {
    const letter = 1 << (text.charCodeAt(at) & 31);
    twice |= once & letter;
    once |= letter;
  }
  return once | (twice << 12) | (twice >>> 20);
}

/** Whether either mask has more than `limit` (1 or 2) bits that the other lacks: then the edit distance exceeds `limit`. */
function differByMoreThan(a: number, b: number, limit: number): boolean {
  let onlyA = a & ~b;
  let onlyB = b & ~a;
  for (let i = 0; i < limit; i++) {
    onlyA &= onlyA - 1;
    onlyB &= onlyB - 1;
  }
  return (onlyA | onlyB) !== 0;
}

function sharesPrefixWithPrevious({ text, ends }: StringColumn, term: number): boolean {
  const start = ends[term - 1]!;
  const before = term === 1 ? 0 : ends[term - 2]!;
  const length = Math.min(ends[term]! - start, PREFIX_LENGTH);
  if (Math.min(start - before, PREFIX_LENGTH) !== length) return false;
  for (let i = 0; i < length; i++) if (text.charCodeAt(before + i) !== text.charCodeAt(start + i)) return false;
  return true;
}

const BASE = 0x01000193;

/** Adds a number under the hashes of part of a text, and of the same part with each of its letters deleted. */
function addDeletionVariants(text: string, start: number, length: number, number: number, list: HashPairs): void {
  for (let left = 0; left <= length; left++) {
    let hash = 0;
    for (let i = 0; i < length; i++) if (i !== left) hash = Math.imul(hash, BASE) + text.charCodeAt(start + i);
    list.add(hash, number);
  }
}

/** Hashes part of a text backwards, starting from the hash `rest` of the text after it. */
function hashReversed(text: string, start: number, end: number, rest: number): number {
  let hash = rest;
  for (let at = end - 1; at >= start; at--) hash = Math.imul(hash, BASE) + text.charCodeAt(at);
  return hash;
}
