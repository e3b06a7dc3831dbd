import { EXPANSION_WEIGHTS, MAX_IMPACT } from '../../text/relevance.ts';
import { toOptionTerm } from '../../text/non-word-terms.ts';
import type { Filters } from './filters.ts';
import type { LiveIndex } from '../index/snapshot.ts';
import type { Postings } from './postings.ts';

/** The greatest score of one part. */
export const MAX_PART_SCORE = MAX_IMPACT * EXPANSION_WEIGHTS.exact;
/** More than any score of all parts with what they are raised by. */
export const MAX_SCORE = 2 ** 24;

/** The locations of one index that may match a query, with their scores. The next query reuses the memory. */
export class Candidates {
  locations = new Uint32Array(0);
  scores = new Uint32Array(0);
  length = 0;
  /** Whether scores differ. Else the candidates are in browse order. */
  isRanked = false;
  /** By location: how many parts it matches so far. All zero between two calls. */
  #matched = new Uint8Array(0);
  /** By location: the best score for the current part, where it matches. */
  #best = new Uint16Array(0);

  /** Makes room for an index of `size` locations, and removes all candidates. */
  reset(size: number): void {
    this.length = 0;
    this.isRanked = false;
    if (this.locations.length >= size) return;
    this.locations = new Uint32Array(size);
    this.scores = new Uint32Array(size);
    this.#matched = new Uint8Array(size);
    this.#best = new Uint16Array(size);
  }

  /** The index of a location among the candidates, or -1. */
  indexOf(location: number): number {
    return this.locations.subarray(0, this.length).indexOf(location);
  }

  /** Takes all live locations. */
  fillLive(live: LiveIndex): void {
    for (let location = 0; location < live.index.size; location++) this.add(location, 0);
    if (live.hasDeletes) this.retain((location) => live.isLive(location));
  }

  /** Takes the live locations that fail at most one of several filters, since no others are results or counted, or that pass a single one. */
  fillPassing(live: LiveIndex, { all, isSingle, options, ranges }: Filters): void {
    const { terms, columns, size } = live.index;
    // A candidate is written over what has been read, since it never comes after its location.
    const passed = this.scores.fill(0, 0, size);
    for (const { field, names, bit } of options) {
      for (const name of names) {
        const locations = terms.getLocations(toOptionTerm(field, name));
        for (let at = 0; at < locations.length; at++) passed[locations[at]!]! |= bit;
      }
    }
    for (const { column, min, max, bit } of ranges) {
      const values = columns.numbers[column]!;
      for (let at = 0; at < size; at++) if (values[at]! >= min && values[at]! <= max) passed[at]! |= bit;
    }
    const mayFail = isSingle ? 0 : all;
    for (let location = 0; location < size; location++) {
      const failed = all & ~passed[location]!;
      if ((failed & (failed - 1)) === 0 && (failed & ~mayFail) === 0) this.add(location, 0);
    }
    if (live.hasDeletes) this.retain((location) => live.isLive(location));
  }

  /** Adds a candidate that is not one yet. */
  add(location: number, score: number): void {
    this.locations[this.length] = location;
    this.scores[this.length++] = score;
  }

  /** Takes the locations that match every part. Their scores are the sums of the best of each part. */
  fillMatching(parts: readonly (readonly Postings[])[]): void {
    this.isRanked = true;
    const byLength = parts.toSorted((a, b) => countPostings(a) - countPostings(b));
    for (const [part, postings] of byLength.entries()) {
      if (part > 0 && this.length === 0) break;
      this.#matchPart(postings, part);
    }
    this.#clearMatched();
  }

  #matchPart(postings: readonly Postings[], part: number): void {
    const [matched, best] = [this.#matched, this.#best];
    for (const { locations, impacts, weight } of postings) {
      for (let at = 0; at < locations.length; at++) {
        const location = locations[at]!;
        const score = impacts[at]! * weight;
        if (matched[location] === part) {
          matched[location] = part + 1;
          best[location] = score;
          if (part === 0) this.add(location, 0);
        } else if (matched[location] === part + 1 && score > best[location]!) best[location] = score;
      }
    }
    const { locations, scores, length } = this;
    this.length = 0;
    for (let i = 0; i < length; i++) {
      const location = locations[i]!;
      if (matched[location] === part + 1) this.add(location, scores[i]! + best[location]!);
      else matched[location] = 0;
    }
  }

  /** Raises the scores of candidates that match a part, which need not match, by its score and another amount. */
  raise(postings: readonly Postings[], amount: number): void {
    this.isRanked = true;
    const [matched, best] = [this.#matched, this.#best];
    for (let i = 0; i < this.length; i++) {
      matched[this.locations[i]!] = 1;
      best[this.locations[i]!] = 0;
    }
    for (const { locations, impacts, weight } of postings) {
      for (let at = 0; at < locations.length; at++) {
        const location = locations[at]!;
        const score = impacts[at]! * weight;
        if (matched[location] === 1 && score > best[location]!) best[location] = score;
      }
    }
    for (let i = 0; i < this.length; i++) {
      const gained = best[this.locations[i]!]!;
      if (gained > 0) this.scores[i]! += amount + gained;
    }
    this.#clearMatched();
  }

  /** Raises the scores of the candidates that match every one of some parts by an amount. Returns how many these are. */
  raiseMatching(parts: readonly (readonly Postings[])[], amount: number): number {
    if (parts.length === 0) return this.length;
    const matched = this.#matched;
    for (let i = 0; i < this.length; i++) matched[this.locations[i]!] = 1;
    for (const [part, postings] of parts.entries()) {
      for (const { locations } of postings) {
        for (let at = 0; at < locations.length; at++)
          if (matched[locations[at]!] === part + 1) matched[locations[at]!] = part + 2;
      }
    }
    let total = 0;
    for (let i = 0; i < this.length; i++) {
      if (matched[this.locations[i]!] !== parts.length + 1) continue;
      this.scores[i]! += amount;
      total++;
    }
    this.#clearMatched();
    return total;
  }

  /** Removes the candidates that match one of some parts. */
  exclude(parts: readonly (readonly Postings[])[]): void {
    const matched = this.#matched;
    for (let i = 0; i < this.length; i++) matched[this.locations[i]!] = 1;
    for (const postings of parts) {
      for (const { locations } of postings) for (let at = 0; at < locations.length; at++) matched[locations[at]!] = 0;
    }
    this.retain((location) => matched[location] === 1);
    this.#clearMatched();
  }

  #clearMatched(): void {
    for (let i = 0; i < this.length; i++) this.#matched[this.locations[i]!] = 0;
  }

  /** Removes the candidates that fail a test. */
  retain(test: (location: number) => boolean): void {
    const { locations, scores, length } = this;
    this.length = 0;
    for (let i = 0; i < length; i++) if (test(locations[i]!)) this.add(locations[i]!, scores[i]!);
  }
}

function countPostings(postings: readonly Postings[]): number {
  return postings.reduce((sum, { locations }) => sum + locations.length, 0);
}
