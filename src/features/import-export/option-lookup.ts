import { FACETS, type FacetField, MAX_OPTION_LENGTH } from '../locations/schema.ts';

/** Finds options by name, in any case, while a file is imported. */
export class OptionLookup {
  /** Options that the file needs and the lists do not have, in the order of the file. */
  readonly added: { readonly field: FacetField; readonly name: string }[] = [];
  readonly #names = new Map<string, string>();
  readonly #addsMissing: boolean;

  /** @param addsMissing whether names that no list has are added */
  constructor(options: readonly { readonly field: FacetField; readonly name: string }[], addsMissing: boolean) {
    for (const { field, name } of options) this.#names.set(keyOf(field, name), name);
    this.#addsMissing = addsMissing;
  }

  /** The name as the list spells it; undefined when no option has it. */
  find(field: FacetField, name: string): string | undefined {
    const found = this.#names.get(keyOf(field, name));
    if (found !== undefined || !this.#addsMissing || name.length > MAX_OPTION_LENGTH) return found;
    this.#names.set(keyOf(field, name), name);
    this.added.push({ field, name });
    return name;
  }

  /** Why a name was not found, and what can be done. */
  refusal(field: FacetField, name: string): string {
    if (name.length > MAX_OPTION_LENGTH)
      return `“${name.slice(0, 40)}…” is too long: use at most ${MAX_OPTION_LENGTH} characters.`;
    return `“${name}” is no option of ${FACETS[field].label.toLowerCase()}. Correct it, or import with --create-options to add it.`;
  }
}

function keyOf(field: FacetField, name: string): string {
  return `${field}:${name.toLowerCase()}`;
}
