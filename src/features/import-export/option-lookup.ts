import { getLocale } from '../../platform/text/locale.ts';
import { type FacetField, MAX_OPTION_LENGTH, getFactLabel } from '../locations/catalogue/schema.ts';

/** Finds options by name, case-insensitively, during an import. */
export class OptionLookup {
  /** Options to add, in the order of the file. */
  readonly added: { readonly field: FacetField; readonly name: string }[] = [];
  readonly #names = new Map<string, string>();
  readonly #addsMissing: boolean;
  readonly #howToAdd: string;

  /**
   * @param addsMissing whether unknown names are added
   * @param howToAdd what a message about an unknown name suggests
   */
  constructor(
    options: readonly { readonly field: FacetField; readonly name: string }[],
    addsMissing: boolean,
    howToAdd = 'import with --create-options to add it',
  ) {
    for (const { field, name } of options) this.#names.set(toKey(field, name), name);
    this.#addsMissing = addsMissing;
    this.#howToAdd = howToAdd;
  }

  /** Returns the name as the list spells it; undefined if the option does not exist. */
  find(field: FacetField, name: string): string | undefined {
    const found = this.#names.get(toKey(field, name));
    if (found !== undefined || !this.#addsMissing || name.length > MAX_OPTION_LENGTH) return found;
    this.#names.set(toKey(field, name), name);
    this.added.push({ field, name });
    return name;
  }

  /** Returns the message for an unknown name. */
  describeMissing(field: FacetField, name: string): string {
    if (name.length > MAX_OPTION_LENGTH)
      return `“${name.slice(0, 40)}…” is too long: use at most ${MAX_OPTION_LENGTH} characters.`;
    const similar = this.#findSimilar(field, name);
    const question =
      similar.length > 0
        ? ` Did you mean ${new Intl.ListFormat(getLocale().language, { type: 'disjunction' }).format(similar)}?`
        : '';
    return `“${name}” is not an option of ${getFactLabel(field).toLowerCase()}.${question} Correct it, or ${this.#howToAdd}.`;
  }

  /** Returns options of the list that share a word with a name. */
  #findSimilar(field: FacetField, name: string): string[] {
    const words = toWords(name);
    return [...this.#names]
      .filter(([key, option]) => key === toKey(field, option) && toWords(option).some((word) => words.includes(word)))
      .map(([, option]) => `“${option}”`)
      .slice(0, MAX_SUGGESTIONS);
  }
}

const MAX_SUGGESTIONS = 3;

/** Returns the words of a name that tell it apart from others: not “or” and “of”. */
function toWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 3);
}

function toKey(field: FacetField, name: string): string {
  return `${field}:${name.toLowerCase()}`;
}
