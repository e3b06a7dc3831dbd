import type { Catalogue } from '../index/index-snapshot.ts';
import type { LiveSegment } from '../index/segment-with-deletes.ts';
import type { Matches } from './matches.ts';
import { similarityWeight } from '../text/relevance.ts';
import type { Segment } from '../index/segment.ts';

/** The options by which others are similar to a location, as texts that name field and option, and what each counts. */
export function traitsOf(catalogue: Catalogue, { place, location }: { place: number; location: number }) {
  const { segment } = catalogue.segments[place]!;
  const traits = new Map<string, number>();
  for (const option of segment.optionsOf(location)) {
    const having = catalogue.options.totalOf(place, option, catalogue.segments);
    traits.set(traitOf(segment, option), similarityWeight(segment.fieldOf(option), having, catalogue.alive));
  }
  return traits;
}

function traitOf(segment: Segment, option: number): string {
  return `${segment.fieldOf(option)}:${segment.columns.optionNames[option]!}`;
}

/** Finds the living locations that share a trait, scored by what all that they share counts. */
export function findSharing(live: LiveSegment, traits: ReadonlyMap<string, number>, matches: Matches): void {
  const { segment } = live;
  const { options, optionStarts, optionNames } = segment.columns;
  const weights = Uint16Array.from(optionNames, (_, option) => traits.get(traitOf(segment, option)) ?? 0);
  const { candidates } = matches;
  let n = 0;
  for (let location = 0; location < segment.size; location++) {
    let score = 0;
    for (let at = optionStarts[location]!; at < optionStarts[location + 1]!; at++) score += weights[options[at]!]!;
    if (score === 0 || !live.isAlive(location)) continue;
    candidates.locations[n] = location;
    candidates.scores[n++] = score;
  }
  const greatest = [...traits.values()].reduce((sum, weight) => sum + weight, 0);
  candidates.take(n, greatest);
  matches.useCandidates(segment.size);
}
