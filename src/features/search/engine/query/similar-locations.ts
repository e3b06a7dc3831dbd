import { isFacetField } from '../../../locations/catalogue/schema.ts';
import { getSimilarityWeight } from '../../text/relevance.ts';
import { toOptionTerm } from '../../text/non-word-terms.ts';
import type { FacetTotals } from '../matching/facet-totals.ts';
import type { Address, LiveIndex, Snapshot } from '../index/snapshot.ts';
import type { Candidates } from '../matching/candidates.ts';

/** The terms that two locations can share: those of options. */
interface Shareable {
  /** The similarity that sharing each of them adds. */
  readonly weights: ReadonlyMap<string, number>;
  /** Those that are categories. */
  readonly kinds: readonly string[];
}

/** Lists the options of a location that make others similar to it. */
export function listShareable(
  { parts, options, size }: Snapshot,
  everything: FacetTotals,
  { part, location }: Address,
): Shareable {
  const weights = new Map<string, number>();
  const kinds: string[] = [];
  for (const option of parts[part]!.index.getOptions(location)) {
    const field = options.fields[option]!;
    if (!isFacetField(field)) continue;
    const name = options.names[option]!;
    const weight = getSimilarityWeight(field, everything.countOption(field, name), size);
    if (weight === 0) continue;
    const term = toOptionTerm(field, name);
    weights.set(term, weight);
    if (field === 'category') kinds.push(term);
  }
  return { weights, kinds };
}

/**
 * Takes the live locations that share an option, scored by the sum of the weights.
 * @param kind takes only those that share this one
 */
export function fillSharing(
  live: LiveIndex,
  weights: Shareable['weights'],
  kind: string | undefined,
  candidates: Candidates,
): void {
  candidates.isRanked = true;
  const scores = new Uint32Array(live.index.size);
  for (const [term, weight] of weights) {
    for (const location of live.index.terms.getLocations(term)) scores[location]! += weight;
  }
  for (const location of kind === undefined ? scores.keys() : live.index.terms.getLocations(kind))
    if (scores[location]! > 0 && live.isLive(location)) candidates.add(location, scores[location]!);
}
