import type { FrequentTerms } from '../index/precomputed-terms.ts';
import { MAX_IMPACT } from '../../text/relevance.ts';

/** Locations of a segment that match a part of a query, with the weight of their impacts. */
export interface Postings {
  readonly locations: Uint32Array;
  readonly impacts: Uint8Array;
  readonly weight: number;
  /** Whether no location recurs and they ascend, as in the postings of one term. */
  readonly isSorted: boolean;
  /** Undefined if nothing is precomputed. */
  readonly frequent: FrequentTerms | undefined;
}

/**
 * The locations that each of some lists contains, ascending, with the least of their impacts.
 * @param lists not empty
 * @param size of the segment
 */
export function intersectPostings(
  lists: readonly (readonly Postings[])[],
  size: number,
): { locations: Uint32Array; impacts: Uint8Array } {
  let together: Uint8Array | undefined;
  let found: number[] = [];
  for (const list of lists) {
    // No impact is 0.
    const impacts = new Uint8Array(size);
    found = [];
    for (const postings of list) {
      for (let at = 0; at < postings.locations.length; at++) {
        const location = postings.locations[at]!;
        const impact = Math.min(together ? together[location]! : MAX_IMPACT, postings.impacts[at]!);
        if (impact > 0 && impacts[location] === 0) found.push(location);
        if (impact > impacts[location]!) impacts[location] = impact;
      }
    }
    together = impacts;
  }
  const isAscending = lists.at(-1)!.length === 1 && lists.at(-1)![0]!.isSorted;
  const locations = isAscending ? Uint32Array.from(found) : Uint32Array.from(found).sort();
  return { locations, impacts: Uint8Array.from(locations, (location) => together![location]!) };
}
