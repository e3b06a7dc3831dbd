import type { Candidates } from './candidates.ts';

/** The best locations of a segment: greatest score first, browse order between equal scores. */
export interface Hits {
  readonly locations: number[];
  readonly scores: number[];
}

/** Fewer candidates are sorted, since there are many scores to count. */
const COUNTED_FROM = 48;

/** By score: how many candidates have it, then where the next of them goes. */
let places = new Uint32Array(1_024);

/** Selects the best by counting scores, without sorting. */
export function bestHits(candidates: Candidates, limit: number): Hits {
  const { locations, scores, length } = candidates;
  if (length < COUNTED_FROM) return sorted(candidates, limit);
  const n = Math.min(limit, length);
  const hits: Hits = { locations: new Array<number>(n), scores: new Array<number>(n) };
  if (n === 0) return hits;
  const threshold = countScores(candidates, n);
  for (let i = 0; i < length; i++) {
    const score = scores[i]!;
    if (score < threshold) continue;
    const place = places[score]!++;
    if (place >= n) continue;
    hits.locations[place] = locations[i]!;
    hits.scores[place] = score;
  }
  return hits;
}

function sorted({ locations, scores, length }: Candidates, limit: number): Hits {
  const hits: Hits = { locations: [], scores: [] };
  for (let i = 0; i < length; i++) {
    let at = i;
    for (; at > 0 && hits.scores[at - 1]! < scores[i]!; at--) {
      hits.locations[at] = hits.locations[at - 1]!;
      hits.scores[at] = hits.scores[at - 1]!;
    }
    hits.locations[at] = locations[i]!;
    hits.scores[at] = scores[i]!;
  }
  if (length > limit) hits.locations.length = hits.scores.length = limit;
  return hits;
}

/** Sets the place of the first hit of each score from the least score among the best `n` on; returns that score. */
function countScores({ scores, length, greatestScore }: Candidates, n: number): number {
  if (places.length <= greatestScore) places = new Uint32Array(greatestScore + 1);
  places.fill(0, 0, greatestScore + 1);
  for (let i = 0; i < length; i++) places[scores[i]!]!++;
  let before = 0;
  for (let score = greatestScore; ; score--) {
    const here = places[score]!;
    places[score] = before;
    before += here;
    if (before >= n) return score;
  }
}
