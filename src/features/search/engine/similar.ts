import type { LiveSegment } from './live-segment.ts';
import { SIMILARITY_WEIGHTS } from './rules.ts';
import type { Matches } from './matches.ts';
import type { Segment } from './segment.ts';

const WEIGHTS: Readonly<Partial<Record<string, number>>> = SIMILARITY_WEIGHTS;

/** What a location has that others may share, as texts that name field and option. */
export function sharedTraits(segment: Segment, location: number): Map<string, number> {
  const traits = new Map<string, number>();
  for (const option of segment.optionsOf(location)) {
    const weight = WEIGHTS[segment.fieldOf(option)];
    if (weight !== undefined) traits.set(traitOf(segment, option), weight);
  }
  return traits;
}

function traitOf(segment: Segment, option: number): string {
  return `${segment.fieldOf(option)}:${segment.columns.optionNames[option]!}`;
}

/** Finds the living locations that share a trait, scored by the weight of all that they share. */
export function findSharing(live: LiveSegment, traits: ReadonlyMap<string, number>, matches: Matches): void {
  const { segment } = live;
  const { options, optionStarts, optionNames } = segment.columns;
  const weights = Uint8Array.from(optionNames, (_, option) => traits.get(traitOf(segment, option)) ?? 0);
  const { candidates } = matches;
  let n = 0;
  for (let location = 0; location < segment.size; location++) {
    let score = 0;
    for (let at = optionStarts[location]!; at < optionStarts[location + 1]!; at++) score += weights[options[at]!]!;
    if (score === 0 || !live.isAlive(location)) continue;
    candidates.locations[n] = location;
    candidates.scores[n++] = score;
  }
  candidates.length = n;
  candidates.greatestScore = [...traits.values()].reduce((sum, weight) => sum + weight, 0);
  matches.useCandidates(segment.size);
}
