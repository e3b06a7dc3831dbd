import { FACET_FIELDS, type FacetChoice, type FacetField } from '../../../locations/schema.ts';
import type { FacetCount } from '../../search-engine.ts';
import type { Choice } from './facet-filter.ts';
import type { LiveSegment } from '../index/segment-with-deletes.ts';

/** The chosen options in the numbers of the directory, and those that no location has. */
export interface CatalogueChoice {
  /** One bit per field that is filtered. */
  readonly filtered: number;
  readonly chosen: readonly number[];
  readonly unknown: readonly { readonly field: number; readonly name: string }[];
}

/** In a segment, the number of an option that no location of it has. */
const NOT_THERE = 0xffff;

/** The options of all segments, by field and name, with the number of each in every segment. */
export class OptionDirectory {
  readonly size: number;
  readonly #names: readonly (readonly string[])[];
  readonly #fieldStarts: readonly number[];
  /** By field: the directory's number of each option. */
  readonly #byName: readonly ReadonlyMap<string, number>[];
  /** By segment: the directory's number of each option, ascending. */
  readonly #places: readonly Uint16Array[];
  /** By segment: the segment's number of each of the directory's options. */
  readonly #ownNumbers: readonly Uint16Array[];
  /** By segment: working memory for a choice. */
  readonly #fieldBits: readonly Uint8Array[];
  /** Options of each field with most locations first: nearly the order in most answers. */
  readonly #byTotal: readonly Uint16Array[];
  /** Options of one field while they are put in order. */
  readonly #order: Uint16Array;

  constructor(segments: readonly LiveSegment[]) {
    this.#names = FACET_FIELDS.map((_, field) => namesOf(segments, field));
    const starts = [0];
    for (const names of this.#names) starts.push(starts.at(-1)! + names.length);
    this.#fieldStarts = starts;
    this.size = starts.at(-1)!;
    this.#byName = this.#names.map((names, field) => new Map(names.map((name, i) => [name, starts[field]! + i])));
    this.#order = new Uint16Array(this.size);
    this.#places = segments.map(({ segment: { columns } }) =>
      Uint16Array.from(columns.optionNames, (name, option) => {
        const field = columns.optionFields[option]!;
        return this.#byName[field]!.get(name)!;
      }),
    );
    this.#ownNumbers = this.#places.map((places) => {
      const numbers = new Uint16Array(this.size).fill(NOT_THERE);
      places.forEach((option, own) => (numbers[option] = own));
      return numbers;
    });
    this.#fieldBits = this.#places.map((places) => new Uint8Array(places.length));
    const totals = this.noTotals();
    segments.forEach(({ optionTotals }, segment) => this.addTotals(segment, optionTotals, totals));
    this.#byTotal = FACET_FIELDS.map((_, f) =>
      Uint16Array.from(this.#names[f]!, (_name, i) => starts[f]! + i).sort((a, b) => totals[b]! - totals[a]!),
    );
  }

  /** Totals of no locations. */
  noTotals(): number[] {
    return new Array<number>(this.size).fill(0);
  }

  choose(filters: FacetChoice): CatalogueChoice {
    const chosen: number[] = [];
    const unknown: { field: number; name: string }[] = [];
    let filtered = 0;
    FACET_FIELDS.forEach((field, f) => {
      const names = filters[field];
      if (names === undefined || names.length === 0) return;
      filtered |= 1 << f;
      for (const name of new Set(names)) {
        const option = this.#byName[f]!.get(name);
        if (option === undefined) unknown.push({ field: f, name });
        else chosen.push(option);
      }
    });
    return { filtered, chosen, unknown };
  }

  /** A choice in the numbers of one segment, lent until the next one. */
  choiceIn(segment: number, { filtered, chosen }: CatalogueChoice): Choice {
    const fieldBits = this.#fieldBits[segment]!.fill(0);
    for (const option of chosen) {
      const own = this.#ownNumbers[segment]![option]!;
      if (own !== NOT_THERE) fieldBits[own] = 1 << this.#fieldOf(option);
    }
    return { filtered, chosen: fieldBits };
  }

  #fieldOf(option: number): number {
    let field = 0;
    while (option >= this.#fieldStarts[field + 1]!) field++;
    return field;
  }

  /** Living locations that have an option, given by its number in one of the segments. */
  totalOf(segment: number, option: number, segments: readonly LiveSegment[]): number {
    const place = this.#places[segment]![option]!;
    let total = 0;
    for (const [s, numbers] of this.#ownNumbers.entries()) {
      const own = numbers[place]!;
      if (own !== NOT_THERE) total += segments[s]!.optionTotals[own]!;
    }
    return total;
  }

  /** Adds a segment's totals to the catalogue's. */
  addTotals(segment: number, own: Uint32Array, totals: number[]): void {
    const places = this.#places[segment]!;
    for (let option = 0; option < places.length; option++) totals[places[option]!]! += own[option]!;
  }

  facets(totals: readonly number[], { chosen, unknown }: CatalogueChoice): FacetCount[] {
    const facets = new Array<Facet>(FACET_FIELDS.length);
    for (let field = 0; field < facets.length; field++) facets[field] = this.#facet(field, totals, chosen);
    for (const { field, name } of unknown) insertEmpty(facets[field]!, name);
    return facets;
  }

  /** A field's options that are chosen or that some location has: most first, then by name. */
  #facet(field: number, totals: readonly number[], chosen: readonly number[]): Facet {
    const byTotal = this.#byTotal[field]!;
    const order = this.#order;
    let n = 0;
    for (let i = 0; i < byTotal.length; i++) {
      const option = byTotal[i]!;
      const total = totals[option]!;
      if (total === 0 && !chosen.includes(option)) continue;
      let at = n++;
      for (; at > 0; at--) {
        const before = order[at - 1]!;
        const more = totals[before]! - total;
        if (more > 0 || (more === 0 && before < option)) break;
        order[at] = before;
      }
      order[at] = option;
    }
    const facet = { field: FACET_FIELDS[field]!, names: new Array<string>(n), totals: new Array<number>(n) };
    const names = this.#names[field]!;
    const first = this.#fieldStarts[field]!;
    for (let i = 0; i < n; i++) {
      facet.names[i] = names[order[i]! - first]!;
      facet.totals[i] = totals[order[i]!]!;
    }
    return facet;
  }
}

/** A facet that is being put together. */
interface Facet {
  readonly field: FacetField;
  readonly names: string[];
  readonly totals: number[];
}

/** Puts an option without locations among the others without, by name. */
function insertEmpty({ names, totals }: Facet, name: string): void {
  let at = names.length;
  while (at > 0 && totals[at - 1] === 0 && names[at - 1]! > name) at--;
  names.splice(at, 0, name);
  totals.splice(at, 0, 0);
}

function namesOf(segments: readonly LiveSegment[], field: number): string[] {
  const names = new Set<string>();
  for (const { segment } of segments) {
    const { columns, fieldStarts } = segment;
    for (let option = fieldStarts[field]!; option < fieldStarts[field + 1]!; option++)
      names.add(columns.optionNames[option]!);
  }
  return [...names].sort();
}
