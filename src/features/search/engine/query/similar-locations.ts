import { isFacetField } from '../../../locations/catalogue/schema.ts';
import { getSimilarityWeight } from '../../text/relevance.ts';
import { toOptionTerm } from '../../text/non-word-terms.ts';
import type { FacetTotals } from '../matching/facet-totals.ts';
import type { Address, LiveIndex, Snapshot } from '../index/snapshot.ts';
import type { Candidates } from '../matching/candidates.ts';

/** The terms of the options of a location, with the similarity that sharing each of them adds. */
export function getOptionWeights(
  { parts, options, size }: Snapshot,
  everything: FacetTotals,
  { part, location }: Address,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const option of parts[part]!.index.getOptions(location)) {
    const field = options.fields[option]!;
    if (!isFacetField(field)) continue;
    const name = options.names[option]!;
    const weight = getSimilarityWeight(field, everything.countOption(field, name), size);
    if (weight > 0) weights.set(toOptionTerm(field, name), weight);
  }
  return weights;
}

/** Takes the live locations that share an option, scored by the sum of the weights. */
export function fillSharing(live: LiveIndex, weights: ReadonlyMap<string, number>, candidates: Candidates): void {
  candidates.isRanked = true;
  const scores = new Uint32Array(live.index.size);
  for (const [term, weight] of weights) {
    for (const location of live.index.terms.getLocations(term)) scores[location]! += weight;
  }
  for (const [location, score] of scores.entries())
    if (score > 0 && live.isLive(location)) candidates.add(location, score);
}
