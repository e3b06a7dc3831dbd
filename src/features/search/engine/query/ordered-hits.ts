import { getKilometresBetween } from '../../../geography/measure.ts';
import { METRES_PER_KILOMETRE, type ResultOrder } from '../../result-order.ts';
import type { ScoredLocations } from '../collections/top-k.ts';
import type { SegmentColumns } from '../index/segment-columns.ts';
import { getPublishedAt } from '../index/segment.ts';

/** The score of an unknown position, below those of all distances. */
const UNKNOWN = -Number.MAX_VALUE;

/**
 * Selects the first locations of a segment in an order other than best match: by descending score, then in browse order. Scores by title
 * can only be compared within the segment.
 * @param locations all matches, ascending
 */
export function selectFirst(
  columns: SegmentColumns,
  locations: Uint32Array,
  order: ResultOrder,
  limit: number,
): ScoredLocations {
  const first: number[] = [];
  if (limit === 0) return { locations: first, scores: [] };
  const getScore = toScoring(columns, order);
  const scores = new Float64Array(columns.ranks.length);
  const compare = (a: number, b: number) => scores[b]! - scores[a]! || a - b;
  let threshold = Number.NEGATIVE_INFINITY;
  for (const location of locations) {
    const score = getScore(location);
    if (score <= threshold) continue;
    scores[location] = score;
    first.push(location);
    if (first.length < 2 * limit) continue;
    first.sort(compare).length = limit;
    threshold = scores[first.at(-1)!]!;
  }
  first.sort(compare).splice(limit);
  return { locations: first, scores: first.map((location) => scores[location]!) };
}

function toScoring(
  { ranks, titleRanks, latitudes, longitudes }: SegmentColumns,
  order: ResultOrder,
): (location: number) => number {
  if (order.by === 'newest') return (location) => getPublishedAt(ranks[location]!);
  if (order.by === 'title') return (location) => -titleRanks[location]!;
  return (location) => {
    const position = { latitude: latitudes[location]!, longitude: longitudes[location]! };
    if (Number.isNaN(position.latitude)) return UNKNOWN;
    return -Math.floor(getKilometresBetween(order.from, position) * METRES_PER_KILOMETRE + 0.5);
  };
}
