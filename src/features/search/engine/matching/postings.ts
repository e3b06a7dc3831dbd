import { GATHERED_IMPACT, MAX_IMPACT } from '../../text/relevance.ts';

/** Locations of an index that match a part of a query, with the weight of their impacts. A location can occur more than once. */
export interface Postings {
  readonly locations: Uint32Array;
  readonly impacts: Uint8Array;
  readonly weight: number;
}

/**
 * The locations that each of some lists contains, ascending, with the least of their impacts.
 * @param lists not empty
 * @param size of the index
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
  const locations = Uint32Array.from(found).sort();
  return { locations, impacts: Uint8Array.from(locations, (location) => together![location]!) };
}

/**
 * The locations that several of some lists contain, ascending. The more lists, the greater the impact.
 * @param size of the index
 */
export function gatherPostings(
  lists: readonly (readonly Postings[])[],
  size: number,
): { locations: Uint32Array; impacts: Uint8Array } {
  if (lists.filter(({ length }) => length > 0).length < 2)
    return { locations: new Uint32Array(), impacts: new Uint8Array() };
  const totals = new Uint8Array(size);
  for (const list of lists) {
    const found = new Set(list.flatMap((postings) => Array.from(postings.locations)));
    for (const location of found) totals[location]!++;
  }
  const locations = Uint32Array.from(totals.keys().filter((location) => totals[location]! > 1));
  return {
    locations,
    impacts: Uint8Array.from(locations, (at) => Math.min(MAX_IMPACT, GATHERED_IMPACT * totals[at]!)),
  };
}
