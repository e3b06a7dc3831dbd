import { once } from '../../../platform/once.ts';
import { getRegion } from '../../geography/region/queries.server.ts';
import { STOP_WORDS, tokenize } from '../text/analysis.ts';
import { createPostcodeParser } from '../text/postcodes.ts';
import type { OptionName, Place, ThesaurusEntry } from './schema.ts';

/** What a term means. A location matches it by any option or synonym. */
export interface Meaning {
  readonly options: readonly (OptionName & { readonly related: boolean })[];
  readonly synonyms: readonly { readonly word: string; readonly related: boolean }[];
  /** Whether it says nothing about a location, as in "somewhere big". */
  readonly ignored: boolean;
}

/** Something found in a query, and the number of its words that it takes. */
export interface Found<Entry> {
  readonly entry: Entry;
  readonly length: number;
}

export interface FoundPlace extends Found<Place> {
  /** The postcode or sector that was typed; the place is its district. */
  readonly postcode?: string;
}

const MAX_RELATED = 3;

const getPostcodeParser = once(() => {
  const format = getRegion().postcodeSearch;
  return format ? createPostcodeParser(format) : () => undefined;
});

/** Finds the terms and places that the words of a query name. Case, accents and plurals make no difference. */
export class Vocabulary {
  readonly #meanings = new Map<string, Meaning>();
  readonly #places = new Map<string, { readonly name: string; readonly place: Place }>();
  /** In words. */
  #longest = 1;

  constructor(entries: {
    readonly thesaurus: readonly ThesaurusEntry[];
    readonly options: readonly OptionName[];
    /** Of several places with one name the first counts. */
    readonly places: readonly Place[];
  }) {
    for (const { field, name } of entries.options) {
      for (const term of splitOptionName(name)) this.#addMeaning({ term, field, value: name, related: false });
    }
    for (const entry of entries.thesaurus) this.#addMeaning(entry);
    for (const place of entries.places) {
      for (const name of place.names) {
        const key = this.#addKey(name);
        if (!this.#places.has(key)) this.#places.set(key, { name, place });
      }
    }
  }

  /** The meaning of the longest term that begins with the first of these words. */
  findMeaning(words: readonly string[]): Found<Meaning> | undefined {
    return this.#find(words, (key) => this.#meanings.get(key) ?? this.#findSingular(key));
  }

  /** The place with the longest name that begins with the first of these words. @param anyPlace also places that are not common */
  findPlace(words: readonly string[], anyPlace: boolean): FoundPlace | undefined {
    const found = this.#find(words, (key) => {
      const place = this.#places.get(key)?.place;
      return place && (anyPlace || place.common) ? place : undefined;
    });
    return this.#findPostcode(words) ?? found;
  }

  /** The place that a whole text names. A postcode names its district. */
  getPlace(text: string): Place | undefined {
    const words = toWords(text);
    const key = words.join(' ');
    const postcode = this.#findPostcode(words);
    if (postcode?.length === words.length) return postcode.entry;
    return (this.#places.get(key) ?? this.#places.get(key.replace(/^the /, '')))?.place;
  }

  /** Names that start with a text, one per place: common places first, then large ones. */
  listPlaceNames(start: string, limit: number): string[] {
    const prefix = toKey(start).replace(/^the /, '');
    if (prefix === '') return [];
    const named = new Map<Place, string>();
    for (const [key, { name, place }] of this.#places) {
      // The names of a place follow each other, the usual one first.
      if (key.startsWith(prefix) && !named.has(place)) named.set(place, name);
    }
    return [...named]
      .toSorted(([a], [b]) => Number(b.common) - Number(a.common) || b.reach - a.reach)
      .slice(0, limit)
      .map(([, name]) => name);
  }

  /** Other categories that terms mean too, the most frequent first: terms of one of some categories, or similar to it. */
  listRelatedCategories(categories: readonly string[]): string[] {
    const totals = new Map<string, number>();
    if (categories.length === 0) return [];
    for (const { options } of this.#meanings.values()) {
      const named = options.filter(({ field }) => field === 'category').map(({ name }) => name);
      if (!named.some((name) => categories.includes(name))) continue;
      for (const name of named) totals.set(name, (totals.get(name) ?? 0) + 1);
    }
    return [...totals]
      .filter(([name]) => !categories.includes(name))
      .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
      .map(([name]) => name)
      .slice(0, MAX_RELATED);
  }

  /** A name that means a place and no other. Of places that share a name, the first has it. */
  getName(place: Place): string {
    return [place.name, ...place.names].find((name) => this.getPlace(name) === place) ?? place.name;
  }

  #find<Entry>(words: readonly string[], find: (key: string) => Entry | undefined): Found<Entry> | undefined {
    for (let length = Math.min(words.length, this.#longest); length > 0; length--) {
      const entry = find(words.slice(0, length).join(' '));
      if (entry !== undefined) return { entry, length };
    }
    return undefined;
  }

  /** The district of the postcode or sector at the start of some words. */
  #findPostcode(words: readonly string[]): FoundPlace | undefined {
    const typed = getPostcodeParser()(words);
    const named = typed && this.#places.get(typed.district);
    return named && { entry: named.place, length: typed.length, postcode: typed.postcode };
  }

  #findSingular(key: string): Meaning | undefined {
    for (const [ending, singular] of PLURALS) {
      const meaning = key.endsWith(ending) && this.#meanings.get(key.slice(0, -ending.length) + singular);
      if (meaning) return meaning;
    }
    return undefined;
  }

  #addMeaning({ term, field, value, related }: ThesaurusEntry): void {
    const key = this.#addKey(term);
    const { options, synonyms, ignored } = this.#meanings.get(key) ?? { options: [], synonyms: [], ignored: false };
    const isKnown = options.some((option) => option.field === field && option.name === value);
    this.#meanings.set(key, {
      options:
        field === 'word' || field === 'ignored' || isKnown ? options : [...options, { field, name: value, related }],
      synonyms: field === 'word' ? [...synonyms, ...tokenize(value).map(({ word }) => ({ word, related }))] : synonyms,
      ignored: ignored || field === 'ignored',
    });
  }

  #addKey(term: string): string {
    const key = toKey(term);
    this.#longest = Math.max(this.#longest, key.split(' ').length);
    return key;
  }
}

/** The folded words of a text. */
function toWords(text: string): string[] {
  return tokenize(text).map(({ word }) => word);
}

function toKey(text: string): string {
  return toWords(text).join(' ');
}

const PLURALS = [
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
] as const;

/** The alternatives of an option such as "Shop, pub or café". */
export function splitOptionName(name: string): string[] {
  return name.split(/, | or /).filter((term) => !tokenize(term).every(({ word }) => STOP_WORDS.has(word)));
}

export const EMPTY_VOCABULARY = new Vocabulary({ thesaurus: [], options: [], places: [] });
