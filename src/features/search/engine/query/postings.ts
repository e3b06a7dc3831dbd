import type { FrequentTerms } from '../index/precomputed-terms.ts';

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

/** The locations that each of some lists contains, ascending, with the least of their impacts. */
export function intersectPostings(lists: readonly (readonly Postings[])[]): {
  locations: Uint32Array;
  impacts: Uint8Array;
} {
  let together: Map<number, number> | undefined;
  for (const list of lists) {
    const found = new Map<number, number>();
    for (const { locations, impacts } of list) {
      for (let at = 0; at < locations.length; at++) {
        const location = locations[at]!;
        const before = together ? together.get(location) : 255;
        if (before === undefined) continue;
        found.set(location, Math.max(found.get(location) ?? 0, Math.min(before, impacts[at]!)));
      }
    }
    together = found;
  }
  const locations = Uint32Array.from(together?.keys() ?? []).sort();
  return { locations, impacts: Uint8Array.from(locations, (location) => together!.get(location)!) };
}
