import { FACET_FIELDS, RANGE_FIELDS } from '../../../locations/catalogue/schema.ts';
import type { FacetCount, FacetRange } from '../../search-engine.ts';
import { NONE } from '../collections/missing-value.ts';
import type { LocationIndex } from '../index/location-index.ts';
import type { CountedField, OptionNumbers } from '../index/option-numbers.ts';
import type { Candidates } from './candidates.ts';
import type { Filters } from './filters.ts';

/** The facet counts of a query. Each field counts the locations that pass the filters of all other fields. */
export class FacetTotals {
  readonly #filters: Filters;
  readonly #numbers: OptionNumbers;
  /** If one filter is all that restricts the query: the totals of all locations, which its field counts. */
  readonly #everything: FacetTotals | undefined;
  /** By option. */
  readonly #counts: Uint32Array;
  /** By range field: the least and the greatest value. */
  readonly #mins = RANGE_FIELDS.map(() => Infinity);
  readonly #maxs = RANGE_FIELDS.map(() => -Infinity);

  constructor(filters: Filters, numbers: OptionNumbers, everything?: FacetTotals) {
    this.#filters = filters;
    this.#numbers = numbers;
    this.#everything = everything;
    this.#counts = new Uint32Array(numbers.names.length);
  }

  /** Counts the candidates that pass all filters, and for a single field those that only its filter rejects; removes all that fail one. */
  filter({ columns }: LocationIndex, candidates: Candidates): void {
    const { all, passedBits, fieldBits, ranges } = this.#filters;
    const { options, optionStarts, numbers } = columns;
    const { locations, scores, length } = candidates;
    const counts = this.#counts;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const location = locations[i]!;
      const start = optionStarts[location]!;
      const end = optionStarts[location + 1]!;
      let failed = all;
      if (all !== 0) for (let at = start; at < end; at++) failed &= ~passedBits[options[at]!]!;
      for (const { column, min, max, bit } of ranges) {
        const value = numbers[column]![location]!;
        if (value >= min && value <= max) failed &= ~bit;
      }
      if (failed === 0) {
        for (let at = start; at < end; at++) counts[options[at]!]!++;
        locations[kept] = location;
        scores[kept++] = scores[i]!;
      } else if ((failed & (failed - 1)) === 0) {
        for (let at = start; at < end; at++) if (fieldBits[options[at]!] === failed) counts[options[at]!]!++;
        for (const { column, bit } of ranges) if (bit === failed) this.#addNumber(column, numbers[column]![location]!);
      }
    }
    candidates.length = kept;
    for (const [column, values] of numbers.entries())
      for (let i = 0; i < kept; i++) this.#addNumber(column, values[locations[i]!]!);
  }

  #addNumber(column: number, value: number): void {
    if (value === NONE) return;
    if (value < this.#mins[column]!) this.#mins[column] = value;
    if (value > this.#maxs[column]!) this.#maxs[column] = value;
  }

  countOption(field: CountedField, name: string): number {
    const option = this.#numbers.find(field, name);
    return option === undefined ? 0 : (this.#counts[option] ?? 0);
  }

  /** The options of a field that any location has. */
  list(field: CountedField): { name: string; total: number }[] {
    return this.#numbers
      .listOfField(field)
      .map((option) => ({ name: this.#numbers.names[option]!, total: this.#counts[option] ?? 0 }))
      .filter(({ total }) => total > 0);
  }

  /** The options that are selected or that any location has. */
  toFacetCounts(): FacetCount[] {
    return FACET_FIELDS.map((field) => {
      const selected = this.#filters.options.find((filter) => filter.field === field)?.names ?? [];
      const counted = (selected.length > 0 && this.#everything ? this.#everything : this).list(field);
      const names = new Set(counted.map(({ name }) => name));
      const missing = [...new Set(selected)].filter((name) => !names.has(name));
      const options = [...counted, ...missing.map((name) => ({ name, total: 0 }))];
      return { field, options: options.sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1)) };
    });
  }

  toFacetRanges(): FacetRange[] {
    return RANGE_FIELDS.map((field, column) => {
      if (this.#everything && this.#filters.has(field)) return this.#everything.toFacetRanges()[column]!;
      const [min, max] = [this.#mins[column]!, this.#maxs[column]!];
      return { field, min: min <= max ? min : null, max: min <= max ? max : null };
    });
  }
}
