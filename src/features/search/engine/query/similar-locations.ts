import type { GlobalOrdinals } from '../facets/global-ordinals.ts';
import type { Address, Snapshot } from '../index/index-snapshot.ts';
import type { SegmentWithDeletes } from '../index/segment-with-deletes.ts';
import type { MatchSet } from './match-set.ts';
import { getSimilarityWeight } from '../../text/relevance.ts';
import type { Segment } from '../index/segment.ts';

/** The options of a location, as keys of field and name, with the similarity that sharing each of them adds. */
export function getOptionWeights(
  snapshot: Snapshot,
  ordinals: GlobalOrdinals,
  { segmentIndex, location }: Address,
): ReadonlyMap<string, number> {
  const { segment } = snapshot.segments[segmentIndex]!;
  const weights = new Map<string, number>();
  for (const option of segment.getOptions(location)) {
    const having = ordinals.countLocations(segmentIndex, option);
    weights.set(toOptionKey(segment, option), getSimilarityWeight(segment.getField(option), having, snapshot.size));
  }
  return weights;
}

function toOptionKey(segment: Segment, option: number): string {
  return `${segment.getField(option)}:${segment.columns.optionNames[option]!}`;
}

/** Finds the live locations that share an option, scored by the sum of the weights. */
export function matchSharedOptions(
  live: SegmentWithDeletes,
  optionWeights: ReadonlyMap<string, number>,
  matches: MatchSet,
): void {
  const { segment } = live;
  const { options, optionStarts, optionNames } = segment.columns;
  const weights = Uint16Array.from(optionNames, (_, option) => optionWeights.get(toOptionKey(segment, option)) ?? 0);
  const { candidates } = matches;
  let n = 0;
  for (let location = 0; location < segment.size; location++) {
    let score = 0;
    for (let at = optionStarts[location]!; at < optionStarts[location + 1]!; at++) score += weights[options[at]!]!;
    if (score === 0 || !live.isLive(location)) continue;
    candidates.locations[n] = location;
    candidates.scores[n++] = score;
  }
  const greatest = [...optionWeights.values()].reduce((sum, weight) => sum + weight, 0);
  candidates.setSorted(n, greatest);
  matches.useCandidates(segment.size);
}
