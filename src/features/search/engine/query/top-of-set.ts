import { type ScoredLocations, TopK } from '../collections/top-k.ts';
import { type Champions, selectChampions } from '../index/champion-list.ts';
import { type BitSet, hasBit } from '../collections/bit-set.ts';
import type { Postings } from './postings.ts';

/** Iterates over the champions that are in a set, by descending score. */
class Cursor {
  readonly #champions: Champions;
  readonly #weight: number;
  #at = -1;

  constructor(champions: Champions, weight: number) {
    this.#champions = champions;
    this.#weight = weight;
  }

  get location(): number {
    return this.#champions.locations[this.#at]!;
  }

  /** Score of the current location; 0 after the last one. */
  get score(): number {
    const { locations, impacts } = this.#champions;
    return this.#at < locations.length ? impacts[this.#at]! * this.#weight : 0;
  }

  /** Moves to the next location in the set; returns false if that may be one beyond a truncated list. */
  next(set: BitSet): boolean {
    const { locations, truncated } = this.#champions;
    do this.#at++;
    while (this.#at < locations.length && !hasBit(set, locations[this.#at]!));
    return this.#at < locations.length || !truncated;
  }
}

/** The top `limit` members of a set by one term, among those that match it. */
export function selectTopOfSet(set: BitSet, postings: readonly Postings[], limit: number): ScoredLocations {
  const hasChampions = postings.some(({ frequent }) => frequent !== undefined);
  return (hasChampions ? rankByChampions(set, postings, limit) : undefined) ?? rankByPostings(set, postings, limit);
}

function rankByPostings(set: BitSet, postings: readonly Postings[], limit: number): ScoredLocations {
  const top = new TopK(limit);
  for (const { locations, impacts, weight } of postings) {
    for (let at = 0; at < locations.length; at++) {
      const location = locations[at]!;
      if (hasBit(set, location)) top.addOrRaise(location, impacts[at]! * weight);
    }
  }
  return top.toScoredLocations();
}

/** Merges the champion lists of all postings; undefined if a truncated list may hide better locations. */
function rankByChampions(set: BitSet, postings: readonly Postings[], limit: number): ScoredLocations | undefined {
  const cursors = postings.map(({ locations, impacts, weight, frequent }) => {
    const champions = frequent?.champions ?? selectChampions(locations, impacts, locations.length);
    return new Cursor(champions, weight);
  });
  const hits: ScoredLocations = { locations: [], scores: [] };
  for (const cursor of cursors) if (!cursor.next(set)) return undefined;
  while (hits.locations.length < limit) {
    const first = findFirst(cursors);
    const { location, score } = first;
    if (score === 0) break;
    // A location of several terms recurs with a lower score.
    if (!hits.locations.includes(location)) {
      hits.locations.push(location);
      hits.scores.push(score);
    }
    if (!first.next(set) && hits.locations.length < limit) return undefined;
  }
  return hits;
}

function findFirst(cursors: readonly Cursor[]): Cursor {
  return cursors.reduce((first, cursor) =>
    cursor.score > first.score || (cursor.score === first.score && cursor.location < first.location) ? cursor : first,
  );
}
