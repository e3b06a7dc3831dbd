import { type QueryPart, isPlain } from './query-part.ts';

/** If fewer locations match all parts, others that match most of them follow. */
export const FEW = 3;

/** How much more a kind or place of location says than its other facts, and a name that the texts contain. */
const IMPORTANCE = { kind: 2, word: 1.5, other: 1 };

/** The parts of a query that a location must match. */
export interface Choice {
  /** Bit set: bit `i` is set for part `i`. */
  readonly chosen: number;
  /** How many locations match all parts, if some are not chosen. */
  readonly matchingAll?: number;
}

export function chooseAll(parts: readonly unknown[]): Choice {
  return { chosen: 2 ** parts.length - 1 };
}

/** Number of locations by the parts that they match: bit `i` is set for part `i`. */
export type CountsByMask = ReadonlyMap<number, number>;

/**
 * Chooses the parts of a query that a location must match: all of them if enough locations match all. Else those that say most and that
 * together are matched by some location, by enough ones if possible. Quoted parts are always chosen.
 * @param size the number of all locations
 */
export function chooseParts(parts: readonly QueryPart[], counts: CountsByMask, size: number): Choice {
  const { chosen: all } = chooseAll(parts);
  const matching = countMatching(counts, all);
  if (matching >= FEW) return { chosen: all };
  const forced = toMask(parts, ({ isQuoted }) => isQuoted);
  // Where some locations match all, only what was understood is dropped: a name says which ones are meant.
  const kept = matching > 0 ? forced | toMask(parts, isPlain) : forced;
  const importance = parts.map((part, i) => getImportance(part, countMatching(counts, 1 << i), size));
  const weigh = (mask: number) => importance.reduce((sum, weight, i) => sum + (mask & (1 << i) ? weight : 0), 0);
  const candidates = listIntersections([...counts.keys()])
    .filter((mask) => mask !== 0 && mask !== all && (mask & kept) === kept)
    .sort((a, b) => weigh(b) - weigh(a) || a - b);
  const enough = candidates.find((mask) => countMatching(counts, mask) >= FEW);
  const chosen = enough ?? (matching > 0 ? all : (candidates[0] ?? all));
  return chosen === all ? { chosen } : { chosen, matchingAll: matching };
}

/** The number of locations that match all parts of a mask. */
function countMatching(counts: CountsByMask, mask: number): number {
  let total = 0;
  for (const [matched, count] of counts) if ((matched & mask) === mask) total += count;
  return total;
}

/** The masks and what any two of them share. */
function listIntersections(masks: readonly number[]): number[] {
  const all = new Set(masks);
  for (const a of masks) for (const b of masks) all.add(a & b);
  return [...all];
}

function toMask(parts: readonly QueryPart[], test: (part: QueryPart) => boolean): number {
  return parts.reduce((mask, part, i) => mask | (test(part) ? 1 << i : 0), 0);
}

/** Rare parts say more (inverse document frequency). */
function getImportance(part: QueryPart, matching: number, size: number): number {
  const isKind = part.place !== undefined || part.options.some(({ field }) => field === 'category');
  const weight = isKind ? IMPORTANCE.kind : isPlain(part) ? IMPORTANCE.word : IMPORTANCE.other;
  return matching === 0 ? 0 : weight * Math.log2(1 + size / matching);
}
