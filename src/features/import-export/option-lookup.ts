import { getLocale } from '../../platform/text/locale.ts';
import { type FacetField, MAX_OPTION_LENGTH, getFactLabel } from '../locations/catalogue/schema.ts';
import type { OptionReplacements } from './option-replacements.ts';

interface NamedOption {
  readonly field: FacetField;
  readonly name: string;
}

/** The options that a name may mean. */
export interface OptionProposals {
  /** The likeliest first. */
  readonly similar: readonly string[];
  /** The one that is clearly the likeliest; null as an option for a name that says that a value is missing. */
  readonly proposal: { readonly option: string | null } | null;
}

/** A name of the file that its list of options does not have. */
interface UnlistedOption extends NamedOption, OptionProposals {
  readonly rows: number;
}

/** The treatment of names that are not options. */
export interface OptionChoices {
  /** Whether they are added to their list; otherwise they are problems. */
  readonly addsMissing: boolean;
  readonly replacements: OptionReplacements;
  /** Whether a name without a replacement gets the option that is proposed for it. */
  readonly acceptsProposals: boolean;
  /** Suggestions in a message about an unknown name. */
  readonly howToAdd: string;
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
  readonly #choices: OptionChoices;
  readonly #propose: (field: FacetField, name: string) => OptionProposals;

  constructor(
    options: readonly NamedOption[],
    choices: OptionChoices,
    propose: (field: FacetField, name: string) => OptionProposals,
  ) {
    for (const option of options) this.#listed.set(toKey(option.field, option.name), option);
    this.#replacements = new Map(choices.replacements.map(({ field, name, option }) => [toKey(field, name), option]));
    this.#choices = choices;
    this.#propose = propose;
  }

  /** Names that are not listed, whether they are replaced, added or missing. */
  get unlisted(): readonly UnlistedOption[] {
    return [...this.#unlisted.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_UNLISTED);
  }

  /** Names that are replaced, with the option instead, or null for none. */
  get replaced() {
    return this.unlisted.flatMap((unlisted) => {
      const option = this.#getReplacement(unlisted);
      return option === undefined ? [] : [{ ...unlisted, option }];
    });
  }

  /** Returns the name as the list spells it; null if it is left out, undefined if the option does not exist. */
  find(field: FacetField, name: string): string | null | undefined {
    const key = toKey(field, name);
    const listed = this.#listed.get(key);
    if (listed) return listed.name;
    if (name.length > MAX_OPTION_LENGTH) return undefined;
    const known = this.#unlisted.get(key);
    const unlisted = known ?? { field, name, rows: 0, ...this.#propose(field, name) };
    this.#unlisted.set(key, { ...unlisted, rows: unlisted.rows + 1 });
    const option = this.#getReplacement(unlisted);
    if (option !== undefined) return option;
    if (!this.#choices.addsMissing) return undefined;
    if (!known) this.added.push({ field, name });
    return unlisted.name;
  }

  /** Returns the option instead of a name; null to leave it out, undefined without one. An option that was deleted since replaces nothing. */
  #getReplacement({ field, name, proposal }: UnlistedOption): string | null | undefined {
    const key = toKey(field, name);
    const proposed = this.#choices.acceptsProposals ? proposal?.option : undefined;
    const chosen = this.#replacements.has(key) ? this.#replacements.get(key) : proposed;
    return typeof chosen === 'string' ? this.#listed.get(toKey(field, chosen))?.name : chosen;
  }

  /** Returns the message for an unknown name. */
  describeMissing(field: FacetField, name: string): string {
    if (name.length > MAX_OPTION_LENGTH)
      return `“${name.slice(0, 40)}…” is too long: use at most ${MAX_OPTION_LENGTH} characters.`;
    const unlisted = this.#unlisted.get(toKey(field, name));
    if (unlisted?.proposal?.option === null)
      return `“${name}” is not an option of ${getFactLabel(field).toLowerCase()}. Leave the cell empty, or ${this.#choices.howToAdd}.`;
    const similar = unlisted?.similar.map((option) => `“${option}”`) ?? [];
    const question =
      similar.length > 0
        ? ` Did you mean ${new Intl.ListFormat(getLocale().language, { type: 'disjunction' }).format(similar)}?`
        : '';
    return `“${name}” is not an option of ${getFactLabel(field).toLowerCase()}.${question} Correct it, or ${this.#choices.howToAdd}.`;
  }
}

function toKey(field: FacetField, name: string): string {
  return `${field}:${name.toLowerCase()}`;
}
