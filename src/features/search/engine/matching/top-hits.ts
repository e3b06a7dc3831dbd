import { getKilometresBetween } from '../../../geography/measure.ts';
import { METRES_PER_KILOMETRE, type ResultOrder } from '../../result-order.ts';
import { type LocationColumns, getPublishedAt } from '../index/location-index.ts';
import type { Candidates } from './candidates.ts';

/** The score of an unknown position, below those of all distances. */
const UNKNOWN = -Number.MAX_VALUE;

export interface ScoredLocation {
  readonly location: number;
  readonly score: number;
}

/**
 * Selects the best candidates: by descending score, then in browse order.
 * @param order of the scores, if it is not that of the best match
 */
export function selectTop(candidates: Candidates, limit: number, order?: Float64Array): ScoredLocation[] {
  const { locations, scores, length, isRanked } = candidates;
  if (limit === 0) return [];
  if (!order && !isRanked)
    return Array.from(locations.subarray(0, Math.min(limit, length)), (location) => ({ location, score: 0 }));
  const top = order ? selectIndexes(locations, order, length, limit) : selectIndexes(locations, scores, length, limit);
  return top.map((i) => ({ location: locations[i]!, score: (order ?? scores)[i]! }));
}

/** The indexes of the best. Whenever there are twice as many as wanted, the worse half is dropped. */
function selectIndexes(
  locations: Uint32Array,
  scores: Uint32Array | Float64Array,
  length: number,
  limit: number,
): number[] {
  const top: number[] = [];
  const compare = (a: number, b: number) => scores[b]! - scores[a]! || locations[a]! - locations[b]!;
  let threshold = -Infinity;
  let last = 0;
  for (let i = 0; i < length; i++) {
    const score = scores[i]!;
    if (score < threshold || (score === threshold && locations[i]! > last)) continue;
    top.push(i);
    if (top.length < 2 * limit) continue;
    top.sort(compare).length = limit;
    threshold = scores[top[limit - 1]!]!;
    last = locations[top[limit - 1]!]!;
  }
  top.sort(compare).splice(limit);
  return top;
}

/** The scores of the candidates in an order other than best match. By title they can only be compared within the index. */
export function toScores(
  { locations, length }: Candidates,
  columns: LocationColumns,
  order: ResultOrder,
): Float64Array {
  const { ranks, titleRanks, latitudes, longitudes } = columns;
  const getScore = (location: number): number => {
    if (order.by === 'newest') return getPublishedAt(ranks[location]!);
    if (order.by === 'title') return -titleRanks[location]!;
    const position = { latitude: latitudes[location]!, longitude: longitudes[location]! };
    if (Number.isNaN(position.latitude)) return UNKNOWN;
    return -Math.floor(getKilometresBetween(order.from, position) * METRES_PER_KILOMETRE + 0.5);
  };
  return Float64Array.from(locations.subarray(0, length), getScore);
}
