import { type QueryPart, isPlain } from './query-part.ts';

/** If fewer locations match all parts, others that match most of them follow. */
export const FEW = 3;

/** A plain word that so few locations have, or one in so many, is probably a name. */
const RARE = { total: 10, share: 0.003 };

/**
 * How much more a category, a place or another fact of a location says than a name or another word that its texts contain. A stone castle by water
 * is by water in the first place: any fact outweighs a common word.
 */
const IMPORTANCE = { category: 3, place: 2, other: 1, name: 0.6, word: 0.2 };

/** The parts of a query that a location must match. */
export interface Choice {
  /** Bit set: bit `i` is set for part `i`. */
  readonly chosen: number;
  /** Number of locations that match all parts, if some are not chosen. */
  readonly matchingAll?: number;
}

export function chooseAll(parts: readonly unknown[]): Choice {
  return { chosen: 2 ** parts.length - 1 };
}

/** Number of locations by the parts that they match: bit `i` is set for part `i`. */
type CountsByMask = ReadonlyMap<number, number>;

/**
 * Chooses the parts of a query that a location must match: all of them if enough locations match all. Else those that say most and that
 * together are matched by some location, by enough ones if possible. Required parts are always chosen.
 * @param size the number of all locations
 */
export function chooseParts(parts: readonly QueryPart[], counts: CountsByMask, size: number): Choice {
  const { chosen: all } = chooseAll(parts);
  const totals = countMatching(counts, all);
  const matching = totals[all]!;
  if (matching >= FEW) return { chosen: all };
  const required = toMask(parts, ({ isRequired }) => isRequired);
  // Where some locations match all, only what was understood or is common is dropped: a name says which ones are meant.
  const isName = (part: QueryPart, i: number) =>
    isPlain(part) && totals[1 << i]! <= Math.max(RARE.total, RARE.share * size);
  const names = toMask(parts, isName);
  const kept = matching > 0 ? required | names : required;
  const importance = parts.map((part, i) => {
    const total = totals[1 << i]!;
    // Rare parts say more (inverse document frequency).
    return total === 0 ? 0 : IMPORTANCE[isName(part, i) ? 'name' : getSort(part)] * Math.log2(1 + size / total);
  });
  const weigh = (mask: number) => importance.reduce((sum, weight, i) => sum + (mask & (1 << i) ? weight : 0), 0);
  const findHeaviest = (minimum: number): number | undefined => {
    let best: { mask: number; weight: number } | undefined;
    for (let mask = 1; mask < all; mask++) {
      if ((mask & kept) !== kept || totals[mask]! < minimum) continue;
      const weight = weigh(mask);
      if (!best || weight > best.weight) best = { mask, weight };
    }
    return best?.mask;
  };
  const chosen = findHeaviest(FEW) ?? (matching > 0 ? all : (findHeaviest(1) ?? all));
  return chosen === all ? { chosen } : { chosen, matchingAll: matching };
}

/** By mask: the number of locations that match all of its parts. */
function countMatching(counts: CountsByMask, all: number): Float64Array {
  const totals = new Float64Array(all + 1);
  for (const [mask, count] of counts) totals[mask] = count;
  for (let bit = 1; bit <= all; bit <<= 1) {
    for (let mask = 0; mask <= all; mask++) if (!(mask & bit)) totals[mask]! += totals[mask | bit]!;
  }
  return totals;
}

function toMask(parts: readonly QueryPart[], test: (part: QueryPart, i: number) => boolean): number {
  return parts.reduce((mask, part, i) => mask | (test(part, i) ? 1 << i : 0), 0);
}

function getSort(part: QueryPart): Exclude<keyof typeof IMPORTANCE, 'name'> {
  if (!part.isAfterPreposition && part.options.some(({ field }) => field === 'category')) return 'category';
  if (part.place) return 'place';
  return isPlain(part) ? 'word' : 'other';
}
