import { FACET_FIELDS, type FacetChoice } from '../../locations/schema.ts';
import type { FacetCount } from '../engine.ts';
import { firstFrom } from './dictionary.ts';
import type { Choice } from './facet-filter.ts';
import type { LiveSegment } from './live-segment.ts';

/** The chosen options in the numbers of the directory, and those that no location has. */
export interface CatalogueChoice {
  /** One bit per field that is filtered. */
  readonly filtered: number;
  readonly chosen: ReadonlySet<number>;
  readonly unknown: readonly { readonly field: number; readonly name: string }[];
}

const NOTHING_CHOSEN: Choice = { filtered: 0, chosen: new Uint8Array(0) };

/** The options of all segments, by field and name, with the number of each in every segment. */
export class OptionDirectory {
  readonly size: number;
  readonly #names: readonly (readonly string[])[];
  readonly #fieldStarts: readonly number[];
  /** By segment: the directory's number of each option, ascending. */
  readonly #places: readonly Uint16Array[];
  /** Options of each field with most locations first: nearly the order in most answers. */
  readonly #byTotal: readonly Uint16Array[];
  /** Used for one answer after the other. */
  readonly #totals: Uint32Array;
  readonly #listed: Uint16Array;

  constructor(segments: readonly LiveSegment[]) {
    this.#names = FACET_FIELDS.map((_, field) => namesOf(segments, field));
    const starts = [0];
    for (const names of this.#names) starts.push(starts.at(-1) + names.length);
    this.#fieldStarts = starts;
    this.size = starts.at(-1)!;
    this.#listed = new Uint16Array(this.size);
    this.#places = segments.map(({ segment: { columns } }) =>
      Uint16Array.from(columns.optionNames, (name, option) => {
        const field = columns.optionFields[option]!;
        return starts[field]! + firstFrom(this.#names[field]!, name);
      }),
    );
    this.#totals = new Uint32Array(this.size);
    segments.forEach(({ optionTotals }, segment) => this.addTotals(segment, optionTotals, this.#totals));
    this.#byTotal = FACET_FIELDS.map((_, f) =>
      Uint16Array.from(this.#names[f]!, (_name, i) => starts[f]! + i).sort(
        (a, b) => this.#totals[b]! - this.#totals[a]!,
      ),
    );
  }

  /** Totals of no locations, lent until the next answer. */
  noTotals(): Uint32Array {
    return this.#totals.fill(0);
  }

  choose(filters: FacetChoice): CatalogueChoice {
    const chosen = new Set<number>();
    const unknown: { field: number; name: string }[] = [];
    let filtered = 0;
    FACET_FIELDS.forEach((field, f) => {
      const names = filters[field];
      if (names === undefined || names.length === 0) return;
      filtered |= 1 << f;
      for (const name of new Set(names)) {
        const at = firstFrom(this.#names[f]!, name);
        if (this.#names[f]![at] === name) chosen.add(this.#fieldStarts[f]! + at);
        else unknown.push({ field: f, name });
      }
    });
    return { filtered, chosen, unknown };
  }

  /** A choice in the numbers of one segment. */
  choiceIn(segment: number, { filtered, chosen }: CatalogueChoice): Choice {
    if (filtered === 0) return NOTHING_CHOSEN;
    const places = this.#places[segment]!;
    const fieldBits = new Uint8Array(places.length);
    for (const option of chosen) {
      const own = firstPlace(places, option);
      if (places[own] === option) fieldBits[own] = 1 << this.#fieldOf(option);
    }
    return { filtered, chosen: fieldBits };
  }

  #fieldOf(option: number): number {
    let field = 0;
    while (option >= this.#fieldStarts[field + 1]!) field++;
    return field;
  }

  /** Adds a segment's totals to the catalogue's. */
  addTotals(segment: number, own: Uint32Array, totals: Uint32Array): void {
    const places = this.#places[segment]!;
    for (let option = 0; option < places.length; option++) totals[places[option]!]! += own[option]!;
  }

  facets(totals: Uint32Array, { chosen, unknown }: CatalogueChoice): FacetCount[] {
    const facets = FACET_FIELDS.map((field, f) => ({ field, options: this.#optionsListed(f, totals, chosen) }));
    for (const { field, name } of unknown) insertEmpty(facets[field]!.options, name);
    return facets;
  }

  /** A field's options that are chosen or that some location has: most first, then by name. */
  #optionsListed(field: number, totals: Uint32Array, chosen: ReadonlySet<number>): { name: string; total: number }[] {
    const listed = this.#listed;
    let n = 0;
    for (const option of this.#byTotal[field]!) {
      const total = totals[option]!;
      if (total === 0 && !chosen.has(option)) continue;
      let at = n++;
      for (; at > 0; at--) {
        const before = listed[at - 1]!;
        if (totals[before]! > total || (totals[before] === total && before < option)) break;
        listed[at] = before;
      }
      listed[at] = option;
    }
    const names = this.#names[field]!;
    const first = this.#fieldStarts[field]!;
    const options = new Array<{ name: string; total: number }>(n);
    for (let i = 0; i < n; i++) options[i] = { name: names[listed[i]! - first]!, total: totals[listed[i]!]! };
    return options;
  }
}

/** Where a number stands in ascending ones, or would. */
function firstPlace(ascending: Uint16Array, number: number): number {
  let at = Math.min(number, ascending.length);
  while (at > 0 && ascending[at - 1]! >= number) at--;
  return at;
}

/** Puts an option without locations among the others without, by name. */
function insertEmpty(options: { name: string; total: number }[], name: string): void {
  let at = options.length;
  while (at > 0 && options[at - 1]!.total === 0 && options[at - 1]!.name > name) at--;
  options.splice(at, 0, { name, total: 0 });
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
