import type { Candidates } from '../query/candidates.ts';
import type { Segment } from '../index/segment.ts';

/** The options chosen, in the numbers of one segment. */
export interface Choice {
  /** One bit per field that is filtered. */
  readonly filtered: number;
  /** By option: the bit of its field if it is chosen, or 0. Empty if nothing is filtered. */
  readonly chosen: Uint8Array;
}

/**
 * Keeps the candidates that the choice allows, and adds to `totals` how many of them have each option; where only one
 * field's filter forbids a candidate, it still counts for the options of that field.
 */
export function filterAndCount(
  candidates: Candidates,
  { columns, fieldStarts }: Segment,
  choice: Choice,
  totals: Uint32Array,
): void {
  const { options, optionStarts } = columns;
  const { locations, scores } = candidates;
  const { filtered, chosen } = choice;
  let kept = 0;
  for (let i = 0; i < candidates.length; i++) {
    const location = locations[i]!;
    const from = optionStarts[location]!;
    const to = optionStarts[location + 1]!;
    let missing = filtered;
    if (filtered !== 0) for (let at = from; at < to; at++) missing &= ~chosen[options[at]!]!;
    if (missing === 0) {
      locations[kept] = location;
      scores[kept++] = scores[i]!;
      for (let at = from; at < to; at++) totals[options[at]!]!++;
    } else if ((missing & (missing - 1)) === 0) {
      const field = 31 - Math.clz32(missing);
      const first = fieldStarts[field]!;
      const end = fieldStarts[field + 1]!;
      for (let at = from; at < to; at++) if (options[at]! >= first && options[at]! < end) totals[options[at]!]!++;
    }
  }
  candidates.length = kept;
}
