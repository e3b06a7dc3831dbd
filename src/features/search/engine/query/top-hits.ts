import { MAX_TOP_K, type ScoredLocations, TopK } from '../collections/top-k.ts';
import type { ScoreAccumulator } from './score-accumulator.ts';

/** By score: first the number of candidates with it, then the rank of the next of them. Reused by every query. */
let ranks = new Uint32Array(1_024);

/** Returns the best candidates of a segment of `size` locations. */
export function selectTopHits(candidates: ScoreAccumulator, limit: number, size: number): ScoredLocations {
  if (limit > MAX_TOP_K) {
    candidates.sort(size);
    return selectByCounting(candidates, Math.min(limit, candidates.length));
  }
  const { locations, scores, length } = candidates;
  const top = new TopK(limit);
  for (let i = 0; i < length; i++) top.add(locations[i]!, scores[i]!);
  return top.toScoredLocations();
}

/** Counting sort of the best `n` by score. The candidates must be sorted by location. */
function selectByCounting(candidates: ScoreAccumulator, n: number): ScoredLocations {
  const { locations, scores, length } = candidates;
  const hits: ScoredLocations = { locations: new Array<number>(n), scores: new Array<number>(n) };
  if (n === 0) return hits;
  const threshold = countScores(candidates, n);
  for (let i = 0; i < length; i++) {
    const score = scores[i]!;
    if (score < threshold) continue;
    const rank = ranks[score]!++;
    if (rank >= n) continue;
    hits.locations[rank] = locations[i]!;
    hits.scores[rank] = score;
  }
  return hits;
}

/** Sets the rank of the first hit of each score, down to the lowest score among the best `n`, and returns that score. */
function countScores({ scores, length, maxScore }: ScoreAccumulator, n: number): number {
  if (ranks.length <= maxScore) ranks = new Uint32Array(maxScore + 1);
  ranks.fill(0, 0, maxScore + 1);
  for (let i = 0; i < length; i++) ranks[scores[i]!]!++;
  let before = 0;
  for (let score = maxScore; ; score--) {
    const count = ranks[score]!;
    ranks[score] = before;
    before += count;
    if (before >= n) return score;
  }
}
