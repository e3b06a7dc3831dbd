import { editDistance } from './edit-distance.ts';
import { typoDistance } from './rules.ts';
import type { Steps } from './slices.ts';

/** Terms between two possible interruptions. */
const STEP = 256;

/** Shortest term that a word with two typos can mean. */
const TWO_EDITS_FROM = 6;

/** Longest word of the analysis in UTF-16 units; what is longer is filed by its beginning. */
const LONGEST_WORD = 128;

/** A term and how many edits it is away. */
export interface NearTerm {
  readonly term: number;
  readonly edits: number;
}

/**
 * Finds the terms within a word's typo distance. Two words within n edits of each other become equal by leaving out at
 * most n letters of each, so every term is filed under each of its shortened forms, by hash; what collides is told
 * apart by the real distance. There may be 4 million terms.
 */
export class DeletionIndex {
  readonly #terms: readonly string[];
  readonly #mask: number;
  readonly #starts: Uint32Array;
  readonly #filed: Uint32Array;

  private constructor(terms: readonly string[], buckets: number, filings: number) {
    this.#terms = terms;
    this.#mask = buckets - 1;
    this.#starts = new Uint32Array(buckets + 1);
    this.#filed = new Uint32Array(filings);
  }

  static *of(terms: readonly string[]): Steps<DeletionIndex> {
    const hashes = new HashList();
    const ends = new Uint32Array(terms.length);
    for (let t = 0; t < terms.length; t++) {
      eachShortened(terms[t]!, terms[t]!.length < TWO_EDITS_FROM ? 1 : 2, hashes);
      ends[t] = hashes.length;
      if (t % STEP === 0) yield;
    }
    const buckets = Math.min(TERM + 1, 2 ** Math.ceil(Math.log2(hashes.length + 1)));
    const index = new DeletionIndex(terms, buckets, hashes.length);
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
    for (let t = ends.length - 1, i = total - 1; t >= 0; t--) {
      for (const first = t === 0 ? 0 : ends[t - 1]!; i >= first; i--) {
        this.#filed[--starts[hashes[i]! & this.#mask]!] = fingerprint(hashes[i]!) | t;
      }
      if (t % STEP === 0) yield;
    }
  }

  /** Terms within the word's typo distance, except the word itself, in the order of the dictionary. */
  near(word: string): NearTerm[] {
    const limit = typoDistance(word);
    if (limit === 0) return [];
    const hashes = new HashList();
    eachShortened(word, limit, hashes);
    const candidates: number[] = [];
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes.values[i]!;
      const end = this.#starts[(hash & this.#mask) + 1]!;
      for (let at = this.#starts[hash & this.#mask]!; at < end; at++) {
        const filed = this.#filed[at]!;
        const term = filed & TERM;
        if (fingerprint(filed) === fingerprint(hash) && !candidates.includes(term)) candidates.push(term);
      }
    }
    return nearest(
      word,
      this.#terms,
      candidates.sort((a, b) => a - b),
      limit,
    );
  }
}

/** Those of the candidates within `limit` edits of the word, except the word itself. */
export function nearest(
  word: string,
  terms: readonly string[],
  candidates: Iterable<number>,
  limit: number,
): NearTerm[] {
  const near: NearTerm[] = [];
  for (const term of candidates) {
    const other = terms[term]!;
    if (/\d/.test(other)) continue;
    const edits = editDistance(word, other, limit);
    if (edits > 0 && edits <= limit) near.push({ term, edits });
  }
  return near;
}

/** The bits of a filed number that are the term's; the others are those of its hash that no bucket tells. */
const TERM = 2 ** 22 - 1;

function fingerprint(hash: number): number {
  return hash & ~TERM;
}

class HashList {
  values = new Uint32Array(256);
  length = 0;

  push(hash: number): void {
    if (this.length === this.values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = hash;
  }
}

/** Hashes of the beginnings of the current word, and the powers that put a piece behind another. */
const beginnings = new Uint32Array(LONGEST_WORD + 1);
const powers = new Uint32Array(LONGEST_WORD + 1).fill(1);
const BASE = 0x01000193;
for (let i = 1; i <= LONGEST_WORD; i++) powers[i] = Math.imul(powers[i - 1]!, BASE);

/** Adds the hash of the word without any, one or two of its letters. */
function eachShortened(word: string, limit: number, hashes: HashList): void {
  const n = Math.min(word.length, LONGEST_WORD);
  for (let i = 0; i < n; i++) beginnings[i + 1] = Math.imul(beginnings[i]!, BASE) + word.charCodeAt(i);
  hashes.push(mixed(beginnings[n]!));
  for (let i = 0; i < n; i++) {
    hashes.push(mixed(append(beginnings[i]!, i + 1, n)));
    if (limit === 1) continue;
    for (let j = i + 1; j < n; j++) hashes.push(mixed(append(append(beginnings[i]!, i + 1, j), j + 1, n)));
  }
}

/** Hash of what has the hash `start`, followed by the letters `from` to `to` of the current word. */
function append(start: number, from: number, to: number): number {
  const power = powers[to - from]!;
  return Math.imul(start, power) + beginnings[to]! - Math.imul(beginnings[from]!, power);
}

function mixed(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (spread ^ (spread >>> 16)) >>> 0;
}
