import type { FacetField } from '../../../locations/catalogue/schema.ts';

/** The fields whose values are counted: the facets, and the nearest town for suggestions. */
export type CountedField = FacetField | 'town';

/** Numbers the options of the catalogue. An option keeps its number, and new ones get the next. */
export class OptionNumbers {
  /** By number. */
  readonly fields: CountedField[] = [];
  readonly names: string[] = [];
  readonly #byField = new Map<CountedField, Map<string, number>>();

  /** The number of an option, a new one if it has none. */
  add(field: CountedField, name: string): number {
    const known = this.find(field, name);
    if (known !== undefined) return known;
    const number = this.names.push(name) - 1;
    this.fields.push(field);
    this.#byField.set(field, (this.#byField.get(field) ?? new Map<string, number>()).set(name, number));
    return number;
  }

  find(field: CountedField, name: string): number | undefined {
    return this.#byField.get(field)?.get(name);
  }

  listOfField(field: CountedField): number[] {
    return [...(this.#byField.get(field)?.values() ?? [])];
  }
}
