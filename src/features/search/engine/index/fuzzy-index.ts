import { type Bits, bitsFor, clearBit, hasBit, setBit } from '../collections/bit-set.ts';
import { editDistance } from '../text/edit-distance.ts';
import { HashList, NumbersByHash } from '../collections/hash-multimap.ts';
import { typoDistance } from '../text/relevance.ts';
import type { Steps } from '../../../../platform/time-slicing.ts';
import type { TextColumn } from '../collections/string-column.ts';

/** Terms between two possible interruptions. */
const STEP = 512;
/** Shortest term that a word with two typos can mean. */
const TWO_EDITS_FROM = 6;
/** Letters at the beginning of a term, as many as leave an ending of terms that two edits lead to. */
const BEGINNING = TWO_EDITS_FROM - 1;

/** A term and how many edits it is away. */
export interface NearTerm {
  readonly term: number;
  readonly edits: number;
}

/**
 * Finds the terms within a word's typo distance, at most two edits. Of two edits at most one is in the beginning of a term,
 * or both are and its ending is as it was. Beginnings with one edit between them become equal by leaving out at most one
 * letter of each. So beginnings are filed under each of their shortened forms, endings as they are, and the few terms that
 * have one in common with the word are told apart by their real distance.
 */
export class TypoIndex {
  readonly #terms: TextColumn;
  /** By term, the letters in it. */
  readonly #letters: Uint32Array;
  /** By beginning its first term, and one past the last of all. */
  readonly #firsts: Uint32Array;
  readonly #beginnings: NumbersByHash;
  /** Terms by their ending. */
  readonly #endings: NumbersByHash;
  /** The beginnings that the current word may have. Empty between two words. */
  readonly #seen: Bits;
  /** The shortened beginnings of the current word. */
  readonly #forms = new HashList();

  private constructor(
    terms: TextColumn,
    letters: Uint32Array,
    firsts: Uint32Array,
    beginnings: NumbersByHash,
    endings: NumbersByHash,
  ) {
    this.#terms = terms;
    this.#letters = letters;
    this.#firsts = firsts;
    this.#beginnings = beginnings;
    this.#endings = endings;
    this.#seen = bitsFor(firsts.length);
  }

  static *of(terms: TextColumn): Steps<TypoIndex> {
    const letters = new Uint32Array(terms.length);
    const firsts = new Uint32Array(terms.length + 1);
    const beginnings = new HashList();
    const endings = new HashList();
    let n = 0;
    for (let t = 0; t < terms.length; t++) {
      const start = terms.startOf(t);
      const end = terms.ends[t]!;
      letters[t] = lettersIn(terms.text, start, end);
      if (t === 0 || !beginsAsBefore(terms, t)) {
        addShortened(terms.text, start, Math.min(end - start, BEGINNING), n, beginnings);
        firsts[n++] = t;
      }
      if (end - start >= TWO_EDITS_FROM) endings.add(hashBackwards(terms.text, start + BEGINNING, end, 0), t);
      if (t % STEP === 0) yield;
    }
    firsts[n++] = terms.length;
    return new TypoIndex(
      terms,
      letters,
      firsts.slice(0, n),
      yield* NumbersByHash.of(beginnings),
      yield* NumbersByHash.of(endings),
    );
  }

  /** Terms within the word's typo distance, except the word itself, in the order of the dictionary. */
  near(word: string): NearTerm[] {
    const limit = typoDistance(word);
    if (limit === 0) return [];
    const search = { word, limit, letters: lettersIn(word, 0, word.length), near: [] };
    this.#compareBeginnings(search);
    if (limit === 2) this.#compareEndings(search);
    return inOrder(search.near);
  }

  /** Compares the terms whose beginning is at most one edit away from one of the word's. */
  #compareBeginnings(search: TypoSearch): void {
    const forms = this.#forms;
    forms.length = 0;
    for (const length of [BEGINNING, BEGINNING + 1]) {
      addShortened(search.word, 0, Math.min(length, search.word.length), 0, forms);
    }
    const seen: number[] = [];
    for (let i = 0; i < forms.length; i++) {
      const end = this.#beginnings.endOf(forms.hashes[i]!);
      for (let at = this.#beginnings.startOf(forms.hashes[i]!); at < end; at++) {
        const beginning = this.#beginnings.numbers[at]!;
        if (hasBit(this.#seen, beginning)) continue;
        setBit(this.#seen, beginning);
        seen.push(beginning);
        const last = this.#firsts[beginning + 1]!;
        for (let term = this.#firsts[beginning]!; term < last; term++) this.#compare(search, term);
      }
    }
    for (const beginning of seen) clearBit(this.#seen, beginning);
  }

  /** Compares the terms that end as the word does after two edits, or after one and a swap with the ending's first letter. */
  #compareEndings(search: TypoSearch): void {
    const { word } = search;
    for (let start = BEGINNING - 2; start <= BEGINNING + 2; start++) {
      this.#compareEnding(search, hashBackwards(word, start, word.length, 0));
      const rest = hashBackwards(word, start + 2, word.length, 0);
      this.#compareEnding(search, hashBackwards(word, start, start + 1, rest));
    }
  }

  #compareEnding(search: TypoSearch, hash: number): void {
    const end = this.#endings.endOf(hash);
    for (let at = this.#endings.startOf(hash); at < end; at++) this.#compare(search, this.#endings.numbers[at]!);
  }

  #compare({ word, limit, letters, near }: TypoSearch, term: number): void {
    if (!differInMore(letters, this.#letters[term]!, limit)) addNear(word, this.#terms, limit, term, near);
  }
}

/** A word, and the terms near it that have been found, some twice. */
interface TypoSearch {
  readonly word: string;
  readonly limit: number;
  readonly letters: number;
  readonly near: NearTerm[];
}

/** The terms in the order of the dictionary, each once. */
function inOrder(near: NearTerm[]): NearTerm[] {
  near.sort((a, b) => a.term - b.term);
  return near.filter(({ term }, i) => i === 0 || term !== near[i - 1]!.term);
}

/** Those of the terms within `limit` edits of the word, except the word itself. */
export function nearest(word: string, terms: TextColumn, limit: number): NearTerm[] {
  const near: NearTerm[] = [];
  for (let term = 0; term < terms.length; term++) addNear(word, terms, limit, term, near);
  return near;
}

function addNear(word: string, terms: TextColumn, limit: number, term: number, near: NearTerm[]): void {
  const edits = editDistance(word, terms.text, terms.startOf(term), terms.ends[term]!, limit);
  if (edits > 0 && edits <= limit && !/\d/.test(terms.at(term))) near.push({ term, edits });
}

/** A set of the letters that a word has once, and of those that it has twice, some of which share a bit. */
function lettersIn(text: string, start: number, end: number): number {
  let once = 0;
  let twice = 0;
  for (let at = start; at < end; at++) {
    const letter = 1 << (text.charCodeAt(at) & 31);
    twice |= once & letter;
    once |= letter;
  }
  return once | (twice << 12) | (twice >>> 20);
}

/** Whether either set has more than `limit` (1 or 2) letters that the other has not: then there are as many edits. */
function differInMore(a: number, b: number, limit: number): boolean {
  let onlyA = a & ~b;
  let onlyB = b & ~a;
  for (let i = 0; i < limit; i++) {
    onlyA &= onlyA - 1;
    onlyB &= onlyB - 1;
  }
  return (onlyA | onlyB) !== 0;
}

/** Whether a term has the beginning of the one before it. */
function beginsAsBefore({ text, ends }: TextColumn, term: number): boolean {
  const start = ends[term - 1]!;
  const before = term === 1 ? 0 : ends[term - 2]!;
  const length = Math.min(ends[term]! - start, BEGINNING);
  if (Math.min(start - before, BEGINNING) !== length) return false;
  for (let i = 0; i < length; i++) if (text.charCodeAt(before + i) !== text.charCodeAt(start + i)) return false;
  return true;
}

const BASE = 0x01000193;

/** Adds a number under the hashes of a piece of text as it is and without each of its letters. */
function addShortened(text: string, start: number, length: number, number: number, list: HashList): void {
  for (let left = 0; left <= length; left++) {
    let hash = 0;
    for (let i = 0; i < length; i++) if (i !== left) hash = Math.imul(hash, BASE) + text.charCodeAt(start + i);
    list.add(hash, number);
  }
}

/** Hash of a piece of text from its end on, followed by what has the hash `rest`. */
function hashBackwards(text: string, start: number, end: number, rest: number): number {
  let hash = rest;
  for (let at = end - 1; at >= start; at--) hash = Math.imul(hash, BASE) + text.charCodeAt(at);
  return hash;
}
