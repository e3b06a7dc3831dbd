import { RANGE_FACETS, RANGE_FIELDS } from '../../../locations/catalogue/schema.ts';
import type { FacetRange, SearchFilters } from '../../search-engine.ts';
import type { NumberRange } from '../../schema.ts';
import { NONE } from '../collections/missing-value.ts';

/** The filter of a range field; both ends are included. */
export interface RangeFilter {
  /** Index in RANGE_FIELDS. */
  readonly field: number;
  readonly min: number;
  readonly max: number;
}

/** The range filters of a query, in the order of RANGE_FIELDS. */
export function toRangeFilters(filters: SearchFilters): RangeFilter[] {
  return RANGE_FIELDS.flatMap((name, field) => {
    const range: NumberRange | undefined = filters[name];
    const { max }: { max: number } = RANGE_FACETS[name];
    return range ? [{ field, min: range.min ?? 0, max: range.max ?? max }] : [];
  });
}

/** By range field: the least and the greatest of the values added. */
export class ValueRanges {
  readonly #mins = RANGE_FIELDS.map(() => Infinity);
  readonly #maxs = RANGE_FIELDS.map(() => -Infinity);

  add(field: number, value: number): void {
    if (value === NONE) return;
    if (value < this.#mins[field]!) this.#mins[field] = value;
    if (value > this.#maxs[field]!) this.#maxs[field] = value;
  }

  toFacetRanges(): FacetRange[] {
    return RANGE_FIELDS.map((field, f) => {
      const hasValues = this.#mins[f]! <= this.#maxs[f]!;
      return { field, min: hasValues ? this.#mins[f]! : null, max: hasValues ? this.#maxs[f]! : null };
    });
  }
}
