import type { OptionColumns } from './option-columns.ts';

/** The selected options, in the option numbers of one segment. */
export interface OptionFilter {
  /** Bit set of the filtered fields. */
  readonly filtered: number;
  /** By option: the bit of its field if it is selected, else 0. */
  readonly selected: Uint8Array;
}

/** Locations that match the rest of the query, with their scores. */
interface CandidateList {
  readonly locations: Uint32Array;
  readonly scores: Uint16Array;
  length: number;
}

/**
 * Removes the candidates that the filter rejects, and adds the number of locations with each option to `totals`. A candidate
 * rejected by the filter of a single field still counts for the options of that field.
 */
export function filterAndCount(
  candidates: CandidateList,
  { options, optionStarts }: OptionColumns,
  fieldStarts: Uint32Array,
  { filtered, selected }: OptionFilter,
  totals: Uint32Array,
): void {
  const { locations, scores } = candidates;
  let length = 0;
  for (let i = 0; i < candidates.length; i++) {
    const location = locations[i]!;
    const from = optionStarts[location]!;
    const to = optionStarts[location + 1]!;
    let failed = filtered;
    if (filtered !== 0) for (let at = from; at < to; at++) failed &= ~selected[options[at]!]!;
    if (failed === 0) {
      locations[length] = location;
      scores[length++] = scores[i]!;
      for (let at = from; at < to; at++) totals[options[at]!]!++;
    } else if ((failed & (failed - 1)) === 0) {
      const field = 31 - Math.clz32(failed);
      const first = fieldStarts[field]!;
      const end = fieldStarts[field + 1]!;
      for (let at = from; at < to; at++) if (options[at]! >= first && options[at]! < end) totals[options[at]!]!++;
    }
  }
  candidates.length = length;
}
