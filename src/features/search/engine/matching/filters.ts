import {
  FACET_FIELDS,
  type FacetField,
  RANGE_FACETS,
  RANGE_FIELDS,
  type RangeField,
} from '../../../locations/catalogue/schema.ts';
import type { NumberRange } from '../../schema.ts';
import type { SearchFilters } from '../../search-engine.ts';
import type { OptionNumbers } from '../index/option-numbers.ts';

/** A location passes it by one of the options. */
interface OptionFilter {
  readonly field: FacetField;
  readonly names: readonly string[];
  readonly bit: number;
}

/** A location passes it by its number; both ends are included. */
interface RangeFilter {
  readonly field: RangeField;
  /** Index in RANGE_FIELDS. */
  readonly column: number;
  readonly min: number;
  readonly max: number;
  readonly bit: number;
}

/** The filters of a query. Each has a bit in sets of filters, so that there can be 32. */
export class Filters {
  readonly options: readonly OptionFilter[];
  readonly ranges: readonly RangeFilter[];
  /** The set of all. */
  readonly all: number;
  /** By option number: the bit of the filter that it passes, or 0; and the bit of the filter of its field. Empty without filters. */
  readonly passedBits: Uint32Array;
  readonly fieldBits: Uint32Array;

  constructor(filters: SearchFilters, numbers: OptionNumbers) {
    let next = 0;
    this.options = FACET_FIELDS.flatMap((field) => {
      const names = filters[field] ?? [];
      return names.length > 0 ? [{ field, names, bit: 1 << next++ }] : [];
    });
    this.ranges = RANGE_FIELDS.flatMap((field, column) => {
      const range: NumberRange | undefined = filters[field];
      const { max }: { max: number } = RANGE_FACETS[field];
      return range ? [{ field, column, min: range.min ?? 0, max: range.max ?? max, bit: 1 << next++ }] : [];
    });
    this.all = 2 ** next - 1;
    const size = next === 0 ? 0 : numbers.names.length;
    this.passedBits = new Uint32Array(size);
    this.fieldBits = new Uint32Array(size);
    for (const { field, names, bit } of this.options) {
      for (const option of numbers.listOfField(field)) this.fieldBits[option] = bit;
      for (const name of names) {
        const option = numbers.find(field, name);
        if (option !== undefined) this.passedBits[option] = bit;
      }
    }
  }

  /** Whether there is exactly one. */
  get isSingle(): boolean {
    return this.all === 1;
  }

  has(field: FacetField | RangeField): boolean {
    return [...this.options, ...this.ranges].some((filter) => filter.field === field);
  }
}
