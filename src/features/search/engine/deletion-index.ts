import { type Bits, bitsFor, clearBit, hasBit, setBit } from './bits.ts';
import { editDistance } from './edit-distance.ts';
import { grown } from './growing.ts';
import { typoDistance } from './rules.ts';
import type { Steps } from './slices.ts';
import type { TextColumn } from './text-column.ts';

/** Terms between two possible interruptions. */
const STEP = 256;
/** Shortest term that a word with two typos can mean. */
const TWO_EDITS_FROM = 6;
/** Letters at the beginning of a word that it is filed by: fewer take less memory, more leave less to compare. */
const FILED_LETTERS = 8;
/** Filings in a bucket, on average at most. */
const BUCKET = 16;

/** A term and how many edits it is away. */
export interface NearTerm {
  readonly term: number;
  readonly edits: number;
}

/**
 * Finds the terms within a word's typo distance. The beginnings of two words within n edits of each other become equal by
 * leaving out at most n letters of each, so every beginning is filed under each of its shortened forms, by hash; its terms
 * are told apart by their real distance. There may be 4 million beginnings.
 */
export class DeletionIndex {
  readonly #terms: TextColumn;
  readonly #mask: number;
  readonly #starts: Uint32Array;
  readonly #filed: Uint32Array;
  /** By beginning its first term, and one past the last of all. */
  readonly #firsts: Uint32Array;
  /** The beginnings of the candidates for the current word. Empty between two words. */
  readonly #seen: Bits;

  private constructor(terms: TextColumn, firsts: Uint32Array, filings: number) {
    const buckets = 2 ** Math.ceil(Math.log2(filings / BUCKET + 1));
    this.#terms = terms;
    this.#mask = buckets - 1;
    this.#starts = new Uint32Array(buckets + 1);
    this.#filed = new Uint32Array(filings);
    this.#firsts = firsts;
    this.#seen = bitsFor(firsts.length);
  }

  static *of(terms: TextColumn): Steps<DeletionIndex> {
    const firsts = yield* firstsOfBeginnings(terms);
    const hashes = new HashList();
    const ends = new Uint32Array(firsts.length - 1);
    for (let b = 0; b < ends.length; b++) {
      const start = terms.startOf(firsts[b]!);
      const length = terms.ends[firsts[b]!]! - start;
      hashes.addShortened(terms.text, start, length, length < TWO_EDITS_FROM ? 1 : 2);
      ends[b] = hashes.length;
      if (b % STEP === 0) yield;
    }
    const index = new DeletionIndex(terms, firsts, hashes.length);
    yield* index.#file(hashes.values, ends);
    return index;
  }

  *#file(hashes: Uint32Array, ends: Uint32Array): Steps<void> {
    const starts = this.#starts;
    const total = this.#filed.length;
    for (let i = 0; i < total; i++) {
      starts[hashes[i]! & this.#mask]!++;
      if (i % (64 * STEP) === 0) yield;
    }
    for (let b = 1; b < starts.length; b++) {
      starts[b]! += starts[b - 1]!;
      if (b % (256 * STEP) === 0) yield;
    }
    for (let b = ends.length - 1, i = total - 1; b >= 0; b--) {
      for (const first = b === 0 ? 0 : ends[b - 1]!; i >= first; i--) {
        this.#filed[--starts[hashes[i]! & this.#mask]!] = fingerprint(hashes[i]!) | b;
      }
      if (b % STEP === 0) yield;
    }
  }

  /** Terms within the word's typo distance, except the word itself, in the order of the dictionary. */
  near(word: string): NearTerm[] {
    const limit = typoDistance(word);
    if (limit === 0) return [];
    const beginnings = this.#candidates(word, limit);
    for (const beginning of beginnings) clearBit(this.#seen, beginning);
    const near: NearTerm[] = [];
    for (const b of beginnings) addNearest(word, this.#terms, limit, this.#firsts[b]!, this.#firsts[b + 1]!, near);
    return near.sort((a, b) => a.term - b.term);
  }

  #candidates(word: string, limit: number): number[] {
    const candidates: number[] = [];
    const hashes = new HashList();
    hashes.addShortened(word, 0, word.length, limit);
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes.values[i]!;
      const end = this.#starts[(hash & this.#mask) + 1]!;
      for (let at = this.#starts[hash & this.#mask]!; at < end; at++) {
        const filed = this.#filed[at]!;
        const beginning = filed & BEGINNING;
        if (fingerprint(filed) !== fingerprint(hash) || hasBit(this.#seen, beginning)) continue;
        setBit(this.#seen, beginning);
        candidates.push(beginning);
      }
    }
    return candidates;
  }
}

/** The first term of each beginning, and one past the last term. */
function* firstsOfBeginnings(terms: TextColumn): Steps<Uint32Array> {
  const firsts = new Uint32Array(terms.length + 1);
  let n = 0;
  let beginning: string | undefined;
  for (let t = 0; t < terms.length; t++) {
    const own = terms.at(t).slice(0, FILED_LETTERS);
    if (own !== beginning) firsts[n++] = t;
    beginning = own;
    if (t % STEP === 0) yield;
  }
  firsts[n++] = terms.length;
  return firsts.slice(0, n);
}

/** Those of the terms within `limit` edits of the word, except the word itself. */
export function nearest(word: string, terms: TextColumn, limit: number): NearTerm[] {
  const near: NearTerm[] = [];
  addNearest(word, terms, limit, 0, terms.length, near);
  return near;
}

function addNearest(
  word: string,
  { text, ends }: TextColumn,
  limit: number,
  from: number,
  to: number,
  near: NearTerm[],
): void {
  for (let term = from; term < to; term++) {
    const start = term === 0 ? 0 : ends[term - 1]!;
    const edits = editDistance(word, text, start, ends[term]!, limit);
    if (edits > 0 && edits <= limit && !/\d/.test(text.slice(start, ends[term]))) near.push({ term, edits });
  }
}

/** The bits of a filed number that are the beginning's; the others are some of its hash. */
const BEGINNING = 2 ** 22 - 1;

function fingerprint(hash: number): number {
  return hash & ~BEGINNING;
}

/** Hashes of the beginnings of the current word, and the powers that put a piece behind another. */
const beginnings = new Uint32Array(FILED_LETTERS + 1);
const powers = new Uint32Array(FILED_LETTERS + 1).fill(1);
const BASE = 0x01000193;
for (let i = 1; i <= FILED_LETTERS; i++) powers[i] = Math.imul(powers[i - 1]!, BASE);

class HashList {
  values = new Uint32Array(64);
  length = 0;

  /** Adds the hashes of the beginning of a word without any, one or two of its letters. */
  addShortened(text: string, start: number, length: number, limit: number): void {
    const n = Math.min(length, FILED_LETTERS);
    for (let i = 0; i < n; i++) beginnings[i + 1] = Math.imul(beginnings[i]!, BASE) + text.charCodeAt(start + i);
    this.values = grown(this.values, this.length + 1 + n + (n * (n - 1)) / 2);
    this.#add(beginnings[n]!);
    for (let i = 0; i < n; i++) {
      this.#add(append(beginnings[i]!, i + 1, n));
      if (limit === 1) continue;
      for (let j = i + 1; j < n; j++) this.#add(append(append(beginnings[i]!, i + 1, j), j + 1, n));
    }
  }

  #add(hash: number): void {
    const spread = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
    this.values[this.length++] = spread ^ (spread >>> 16);
  }
}

/** Hash of what has the hash `start`, followed by the letters `from` to `to` of the current word. */
function append(start: number, from: number, to: number): number {
  const power = powers[to - from]!;
  return Math.imul(start, power) + beginnings[to]! - Math.imul(beginnings[from]!, power);
}
