import { FACET_FIELDS, type FacetField } from '../../../locations/catalogue/schema.ts';
import type { FacetCount, SearchFilters } from '../../search-engine.ts';
import type { FacetFilter } from './facet-filter.ts';
import { type RangeFilter, toRangeFilters } from './range-filter.ts';
import { type OptionColumns, toFieldStarts } from './option-columns.ts';

/** The filters of a query: the selected options as ordinals, those that no location has, and ranges. */
export interface ResolvedFilters {
  /** Bit set of the filtered option fields. */
  readonly filtered: number;
  readonly selected: readonly number[];
  readonly unknown: readonly { readonly field: number; readonly name: string }[];
  readonly ranges: readonly RangeFilter[];
}

/** The options of a segment, and by option the number of live locations with it. */
export interface SegmentOptions {
  readonly columns: OptionColumns;
  readonly optionTotals: Uint32Array;
}

/** Represents an option that no location of a segment has. */
const ABSENT = 0xffff;

/** Assigns global ordinals to the options of all segments, by field and name, and maps them to the option numbers of each segment. */
export class GlobalOrdinals {
  readonly #segments: readonly SegmentOptions[];
  /** By field, sorted. */
  readonly #names: readonly (readonly string[])[];
  /** By field: its first ordinal; then the number of ordinals. */
  readonly #fieldStarts: readonly number[];
  /** By field: the ordinal of each option. */
  readonly #byName: readonly ReadonlyMap<string, number>[];
  /** By segment and option number: the ordinal. Ascending. */
  readonly #globalOrdinals: readonly Uint16Array[];
  /** By segment and ordinal: the option number, or ABSENT. */
  readonly #segmentOptions: readonly Uint16Array[];
  /** By segment: working memory of `toSegmentFilter`. */
  readonly #selected: readonly Uint8Array[];

  constructor(segments: readonly SegmentOptions[]) {
    this.#segments = segments;
    this.#names = FACET_FIELDS.map((_, field) => listUniqueNames(segments, field));
    const starts = [0];
    for (const names of this.#names) starts.push(starts.at(-1)! + names.length);
    this.#fieldStarts = starts;
    this.#byName = this.#names.map((names, field) => new Map(names.map((name, i) => [name, starts[field]! + i])));
    this.#globalOrdinals = segments.map(({ columns: { optionNames, optionFields } }) =>
      Uint16Array.from(optionNames, (name, option) => this.#byName[optionFields[option]!]!.get(name)!),
    );
    this.#segmentOptions = this.#globalOrdinals.map((ordinals) => {
      const options = new Uint16Array(starts.at(-1)!).fill(ABSENT);
      ordinals.forEach((ordinal, option) => (options[ordinal] = option));
      return options;
    });
    this.#selected = this.#globalOrdinals.map(({ length }) => new Uint8Array(length));
  }

  /** By ordinal. */
  zeroTotals(): number[] {
    return new Array<number>(this.#fieldStarts.at(-1)!).fill(0);
  }

  resolve(filters: SearchFilters): ResolvedFilters {
    const selected: number[] = [];
    const unknown: { field: number; name: string }[] = [];
    let filtered = 0;
    for (const [f, field] of FACET_FIELDS.entries()) {
      const names = filters[field] ?? [];
      if (names.length > 0) filtered |= 1 << f;
      for (const name of new Set(names)) {
        const ordinal = this.#byName[f]!.get(name);
        if (ordinal === undefined) unknown.push({ field: f, name });
        else selected.push(ordinal);
      }
    }
    return { filtered, selected, unknown, ranges: toRangeFilters(filters) };
  }

  /** The filter in the option numbers of one segment, valid until the next call. */
  toSegmentFilter(segmentIndex: number, { filtered, selected, ranges }: ResolvedFilters): FacetFilter {
    const fieldBits = this.#selected[segmentIndex]!.fill(0);
    for (const ordinal of selected) {
      const option = this.#segmentOptions[segmentIndex]![ordinal]!;
      if (option !== ABSENT) fieldBits[option] = 1 << this.#segments[segmentIndex]!.columns.optionFields[option]!;
    }
    return { filtered, selected: fieldBits, ranges };
  }

  /** Number of live locations with an option of one of the segments. */
  countLocations(segmentIndex: number, option: number): number {
    const ordinal = this.#globalOrdinals[segmentIndex]![option]!;
    return this.#segments.reduce((sum, { optionTotals }, s) => {
      const own = this.#segmentOptions[s]![ordinal]!;
      return own === ABSENT ? sum : sum + optionTotals[own]!;
    }, 0);
  }

  /** Whether any live location has an option. */
  hasLocations(field: FacetField, name: string): boolean {
    const ordinal = this.#byName[FACET_FIELDS.indexOf(field)]!.get(name);
    if (ordinal === undefined) return false;
    return this.#segments.some(({ optionTotals }, s) => (optionTotals[this.#segmentOptions[s]![ordinal]!] ?? 0) > 0);
  }

  /** Adds the totals of a segment to those of all. */
  addTotals(segmentIndex: number, segmentTotals: Uint32Array, totals: number[]): void {
    const ordinals = this.#globalOrdinals[segmentIndex]!;
    for (let option = 0; option < ordinals.length; option++) totals[ordinals[option]!]! += segmentTotals[option]!;
  }

  toFacetCounts(totals: readonly number[], { selected, unknown }: ResolvedFilters): FacetCount[] {
    return FACET_FIELDS.map((field, f) => {
      const options = unknown.filter((option) => option.field === f).map(({ name }) => ({ name, total: 0 }));
      for (const [i, name] of this.#names[f]!.entries()) {
        const ordinal = this.#fieldStarts[f]! + i;
        const total = totals[ordinal]!;
        if (total > 0 || selected.includes(ordinal)) options.push({ name, total });
      }
      options.sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
      return { field, options };
    });
  }
}

function listUniqueNames(segments: readonly SegmentOptions[], field: number): string[] {
  const names = segments.flatMap(({ columns: { optionFields, optionNames } }) => {
    const starts = toFieldStarts(optionFields);
    return optionNames.slice(starts[field], starts[field + 1]);
  });
  return [...new Set(names)].sort();
}
