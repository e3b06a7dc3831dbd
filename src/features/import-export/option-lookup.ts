import { getLocale } from '../../platform/text/locale.ts';
import { type FacetField, MAX_OPTION_LENGTH, getFactLabel } from '../locations/catalogue/schema.ts';
import type { OptionReplacements } from './option-replacements.ts';

interface NamedOption {
  readonly field: FacetField;
  readonly name: string;
}

/** A name of the file that its list of options does not have. */
export interface UnlistedOption extends NamedOption {
  readonly rows: number;
  /** Options that share a word with it, the most similar first. */
  readonly similar: readonly string[];
}

/** Names that are shown to be replaced, those of most rows first. A column that has no options at all may have thousands. */
const MAX_UNLISTED = 100;

/** Finds options by name, case-insensitively, during an import. */
export class OptionLookup {
  /** Options to add, in the order of the file. */
  readonly added: NamedOption[] = [];
  readonly #listed = new Map<string, NamedOption>();
  readonly #unlisted = new Map<string, UnlistedOption>();
  readonly #replacements: ReadonlyMap<string, string | null>;
  readonly #addsMissing: boolean;
  readonly #howToAdd: string;

  /**
   * @param addsMissing whether unknown names are added
   * @param howToAdd what a message about an unknown name suggests
   */
  constructor(
    options: readonly NamedOption[],
    { addsMissing, replacements }: { addsMissing: boolean; replacements: OptionReplacements },
    howToAdd = 'import with --create-options to add it',
  ) {
    for (const option of options) this.#listed.set(toKey(option.field, option.name), option);
    this.#replacements = new Map(replacements.map(({ field, name, option }) => [toKey(field, name), option]));
    this.#addsMissing = addsMissing;
    this.#howToAdd = howToAdd;
  }

  /** Names that are not listed, whether they are replaced, added or missing. */
  get unlisted(): readonly UnlistedOption[] {
    return [...this.#unlisted.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_UNLISTED);
  }

  /** Returns the name as the list spells it; null if it is left out, undefined if the option does not exist. */
  find(field: FacetField, name: string): string | null | undefined {
    const key = toKey(field, name);
    const listed = this.#listed.get(key);
    if (listed) return listed.name;
    if (name.length > MAX_OPTION_LENGTH) return undefined;
    const known = this.#unlisted.get(key);
    const unlisted = known ?? { field, name, rows: 0, similar: this.#findSimilar(field, name) };
    this.#unlisted.set(key, { ...unlisted, rows: unlisted.rows + 1 });
    const replacement = this.#replacements.get(key);
    if (replacement === null) return null;
    // An option that was deleted since replaces nothing.
    const option = replacement === undefined ? undefined : this.#listed.get(toKey(field, replacement));
    if (option) return option.name;
    if (!this.#addsMissing) return undefined;
    if (!known) this.added.push({ field, name });
    return unlisted.name;
  }

  /** Returns the message for an unknown name. */
  describeMissing(field: FacetField, name: string): string {
    if (name.length > MAX_OPTION_LENGTH)
      return `“${name.slice(0, 40)}…” is too long: use at most ${MAX_OPTION_LENGTH} characters.`;
    const similar = this.#unlisted.get(toKey(field, name))?.similar.map((option) => `“${option}”`) ?? [];
    const question =
      similar.length > 0
        ? ` Did you mean ${new Intl.ListFormat(getLocale().language, { type: 'disjunction' }).format(similar)}?`
        : '';
    return `“${name}” is not an option of ${getFactLabel(field).toLowerCase()}.${question} Correct it, or ${this.#howToAdd}.`;
  }

  #findSimilar(field: FacetField, name: string): string[] {
    const words = toWords(name);
    return [...this.#listed.values()]
      .filter((option) => option.field === field)
      .map((option) => ({ option: option.name, similarity: getSimilarity(toWords(option.name), words) }))
      .filter(({ similarity }) => similarity > 0)
      .toSorted((a, b) => b.similarity - a.similarity)
      .map(({ option }) => option)
      .slice(0, MAX_SUGGESTIONS);
  }
}

const MAX_SUGGESTIONS = 3;

/** Returns which part of an option's words a name has, also as a plural. */
function getSimilarity(words: readonly string[], others: readonly string[]): number {
  const isSimilar = (word: string) => others.some((other) => other.startsWith(word) || word.startsWith(other));
  return words.length === 0 ? 0 : words.filter(isSimilar).length / words.length;
}

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
