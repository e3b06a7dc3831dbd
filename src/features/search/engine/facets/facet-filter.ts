import { FACET_FIELDS } from '../../../locations/catalogue/schema.ts';
import type { RangeFilter, ValueRanges } from './range-filter.ts';
import type { OptionColumns } from './option-columns.ts';

const RANGE_BIT = FACET_FIELDS.length;

/** The filters of a query, with the selected options as option numbers of one segment. */
export interface FacetFilter {
  /** Bit set of the filtered option fields. */
  readonly filtered: number;
  /** By option: the bit of its field if it is selected, else 0. */
  readonly selected: Uint8Array;
  readonly ranges: readonly RangeFilter[];
}

/** The facet counts of a query. */
export interface FacetTotals {
  /** By option: the number of locations. */
  readonly options: Uint32Array;
  readonly ranges: ValueRanges;
}

/** The values of a segment's locations, by range field and location; NONE if unknown. */
export type RangeColumns = readonly Uint32Array[];

/** Locations that match the rest of the query, with their scores. */
interface CandidateList {
  readonly locations: Uint32Array;
  readonly scores: Uint32Array;
  length: number;
}

/** Removes the candidates that the filter rejects, and counts the others. One that a single field rejects still counts for that field. */
export function filterAndCount(
  candidates: CandidateList,
  { options, optionStarts }: OptionColumns,
  fieldStarts: Uint32Array,
  values: RangeColumns,
  { filtered, selected, ranges }: FacetFilter,
  totals: FacetTotals,
): void {
  const { locations, scores } = candidates;
  let length = 0;
  for (let i = 0; i < candidates.length; i++) {
    const location = locations[i]!;
    const from = optionStarts[location]!;
    const to = optionStarts[location + 1]!;
    let failed = filtered;
    if (filtered !== 0) for (let at = from; at < to; at++) failed &= ~selected[options[at]!]!;
    for (const { field, min, max } of ranges) {
      const value = values[field]![location]!;
      if (value < min || value > max) failed |= 1 << (RANGE_BIT + field);
    }
    if (failed === 0) {
      locations[length] = location;
      scores[length++] = scores[i]!;
      for (let at = from; at < to; at++) totals.options[options[at]!]!++;
      for (let field = 0; field < values.length; field++) totals.ranges.add(field, values[field]![location]!);
    } else if ((failed & (failed - 1)) === 0) {
      const field = 31 - Math.clz32(failed);
      if (field >= RANGE_BIT) totals.ranges.add(field - RANGE_BIT, values[field - RANGE_BIT]![location]!);
      else {
        const first = fieldStarts[field]!;
        const end = fieldStarts[field + 1]!;
        for (let at = from; at < to; at++)
          if (options[at]! >= first && options[at]! < end) totals.options[options[at]!]!++;
      }
    }
  }
  candidates.length = length;
}
