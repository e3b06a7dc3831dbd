import { once } from '../../../platform/runtime/compute-once.ts';
import { getRegion } from '../../geography/region/queries.server.ts';
import { STOP_WORDS, toKey, tokenize } from '../text/analysis.ts';
import { createPostcodeParser } from '../text/postcodes.ts';
import { parsePeriod, toPeriodMeaning } from './periods.ts';
import { type NamedPlace, PlaceNames } from './place-names.ts';
import { toQueryKey } from './query-key.ts';
import type { Meaning, OptionName, PinnedResults, Place, SynonymRule, ThesaurusEntry } from './schema.ts';
import { splitOptionName } from './option-names.ts';
import { SortedKeys } from './sorted-keys.ts';
import { applySynonymRules } from './synonym-rules.ts';

/** Something found in a query, and the number of its words that it takes. */
export interface Found<Entry> {
  readonly entry: Entry;
  readonly length: number;
}

export interface FoundPlace extends Found<Place> {
  /** The postcode or sector that was typed; the place is its district. */
  readonly postcode?: string;
  /** Other places with the name that was typed. */
  readonly others: readonly Place[];
}

/** A term as it is written, and its meaning. */
interface NamedMeaning {
  readonly term: string;
  readonly meaning: Meaning;
}

const MAX_RELATED = 3;
/** In words, of the name of a place that is misspelt. */
const MAX_NAME_LENGTH = 5;

const getPostcodeParser = once(() => {
  const format = getRegion().postcodeSearch;
  return format ? createPostcodeParser(format) : () => undefined;
});

/** Everything that queries can name. */
interface VocabularyEntries {
  readonly thesaurus: readonly ThesaurusEntry[];
  readonly options: readonly OptionName[];
  /** If several places have one name, the first counts. Building the names takes most of the time, so known ones can be reused. */
  readonly places: readonly Place[] | PlaceNames;
  /** The rules of the Locations Team. */
  readonly synonyms?: readonly SynonymRule[];
  readonly pins?: readonly PinnedResults[];
}

/** Finds the terms and places that the words of a query name. Case, accents and plurals make no difference. */
export class Vocabulary {
  readonly #meanings = new Map<string, Meaning>();
  /** By key: as it is written. */
  readonly #terms = new Map<string, string>();
  readonly #termKeys: SortedKeys;
  /** Terms that are alternative names of options. */
  readonly #optionKeys = new Set<string>();
  readonly #places: PlaceNames;
  readonly #entries: VocabularyEntries;
  /** By the key of their query. */
  readonly #pins: ReadonlyMap<string, readonly string[]>;
  /** In words. */
  #longest = 1;

  constructor(entries: VocabularyEntries) {
    this.#entries = entries;
    for (const { field, name } of entries.options) {
      for (const term of splitOptionName(name)) {
        this.#addMeaning({ term, field, value: name, related: false });
        this.#optionKeys.add(toKey(term));
      }
    }
    for (const key of this.#optionKeys) this.#meanings.set(key, { ...this.#meanings.get(key)!, isOptionName: true });
    for (const entry of entries.thesaurus) this.#addMeaning(entry);
    this.#addSynonyms(entries.synonyms ?? []);
    this.#pins = new Map(entries.pins?.map(({ key, locations }) => [key, locations]));
    this.#termKeys = new SortedKeys(this.#meanings.keys());
    this.#places = entries.places instanceof PlaceNames ? entries.places : new PlaceNames(entries.places);
    for (const key of this.#places.keys()) this.#noteLength(key);
  }

  /** The same vocabulary with other rules of the Locations Team. */
  withSynonyms(synonyms: readonly SynonymRule[]): Vocabulary {
    return new Vocabulary({ ...this.#entries, synonyms, places: this.#places });
  }

  /** Ids of the locations that are the first results of exactly this query, in order. Some may not be published. */
  listPinned(query: string): readonly string[] {
    return this.#pins.get(toQueryKey(query)) ?? [];
  }

  /** The meaning of the longest term that begins with the first of these words. */
  findMeaning(words: readonly string[]): Found<Meaning> | undefined {
    return this.#find(words, (key) => this.#getMeaning(key));
  }

  /** The place with the longest name that begins with the first of these words. @param anyPlace also places that are not common */
  findPlace(words: readonly string[], anyPlace: boolean): FoundPlace | undefined {
    return this.#findPostcode(words) ?? this.#findNamed(words, anyPlace);
  }

  #findNamed(words: readonly string[], anyPlace: boolean): FoundPlace | undefined {
    const found = this.#find(words, (key) => {
      const place = this.#places.get(key);
      return place && (anyPlace || this.#places.isEnough(key)) ? { key, place } : undefined;
    });
    if (!found) return undefined;
    const { entry, length } = found;
    const others = this.#places.listOthers(entry.key);
    const around = this.#find(words.slice(length), (key) => this.#places.get(key));
    const inside = around && this.#places.findInside(entry.key, around.entry);
    if (inside) return { entry: inside, length: length + around.length, others: [] };
    return { entry: entry.place, length, others };
  }

  /** Whether a whole text is a place or a period, and no term. */
  namesPlaceOrPeriod(text: string): boolean {
    const words = toKey(text).split(' ');
    if (parsePeriod(words)?.length === words.length) return true;
    return this.findMeaning(words)?.length !== words.length && this.findPlace(words, false)?.length === words.length;
  }

  /** The place that a whole text names. A postcode names its district. */
  getPlace(text: string): Place | undefined {
    const key = toKey(text);
    const words = key.split(' ');
    const postcode = this.#findPostcode(words);
    if (postcode?.length === words.length) return postcode.entry;
    return this.#places.get(key) ?? this.#places.get(key.replace(/^the /, ''));
  }

  /** Names that start with a text, one per place: common places first, then large ones. */
  listPlaceNames(start: string, limit: number): string[] {
    const prefix = toKey(start).replace(/^the /, '');
    if (prefix === '') return [];
    return this.#places
      .listByPrefix(prefix)
      .slice(0, limit)
      .map(({ name }) => name);
  }

  /** The place whose name of several words is meant by the first of these, written as one word or with typing mistakes. */
  findMisspeltPlace(words: readonly string[], isKnown: (word: string) => boolean): FoundPlace | undefined {
    const joined = isKnown(words[0]!) ? undefined : this.#places.getJoined(words[0]!);
    if (joined?.common) return { entry: joined, length: 1, others: [] };
    for (let length = Math.min(words.length, MAX_NAME_LENGTH); length > 1; length--) {
      const name = words.slice(0, length);
      if (name.every((word) => STOP_WORDS.has(word) || isKnown(word))) return undefined;
      const similar = this.#places.findMisspelt(name);
      if (similar && similar.place.common && similar.name.includes(' '))
        return { entry: similar.place, length, others: [] };
    }
    return undefined;
  }

  /** Names of places within a few typing mistakes of a text, the most similar first. */
  listSimilarPlaceNames(text: string): string[] {
    return this.#places.listSimilar(toKey(text)).map(({ place }) => this.getName(place));
  }

  /** The name of a more famous landmark than another one, with almost its name. */
  findMoreFamousName(landmark: Place): string | undefined {
    return this.#places.findMoreFamous(landmark)?.name;
  }

  /** Places with a name that starts with some folded words: common places first, then large ones. */
  listPlacesByPrefix(prefix: string): NamedPlace[] {
    return this.#places.listByPrefix(prefix);
  }

  /** Terms that start with some folded words, and that mean an option: names of options first, then short terms. */
  listTermsByPrefix(prefix: string): NamedMeaning[] {
    return this.#termKeys
      .listByPrefix(prefix)
      .map((key) => ({
        term: this.#terms.get(key)!,
        meaning: this.#meanings.get(key)!,
        isOption: this.#optionKeys.has(key),
      }))
      .filter(({ meaning }) => !meaning.ignored && meaning.options.some(({ related }) => !related))
      .sort((a, b) => Number(b.isOption) - Number(a.isOption) || a.term.length - b.term.length);
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

  /** The name of a place as shown to visitors: "Tarbert, Argyll and Bute", if others have the name. */
  getPlaceName(place: Place): string {
    return this.#places.getName(place);
  }

  /** A name that means a place and no other. Of places that share a name, the first has it. */
  getName(place: Place): string {
    const names = [this.getPlaceName(place), place.name, ...place.names];
    return names.find((name) => this.getPlace(name) === place) ?? place.name;
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
    return named && { entry: named, length: typed.length, postcode: typed.postcode, others: [] };
  }

  #getMeaning(key: string): Meaning | undefined {
    return this.#meanings.get(key) ?? this.#findSingular(key);
  }

  #findSingular(key: string): Meaning | undefined {
    for (const [ending, singular] of PLURALS) {
      const meaning = key.endsWith(ending) && this.#meanings.get(key.slice(0, -ending.length) + singular);
      if (meaning) return meaning;
    }
    return undefined;
  }

  #addMeaning({ term, field, value, related }: ThesaurusEntry): void {
    const key = toKey(term);
    this.#noteLength(key);
    if (!this.#terms.has(key)) this.#terms.set(key, term);
    const known = this.#meanings.get(key);
    const { options, synonyms, ignored } = known ?? { options: [], synonyms: [], ignored: false };
    const isKnown = options.some((option) => option.field === field && option.name === value);
    this.#meanings.set(key, {
      ...known,
      options:
        field === 'word' || field === 'ignored' || isKnown ? options : [...options, { field, name: value, related }],
      synonyms:
        field === 'word' ? [...synonyms, ...tokenize(value).map(({ word }) => ({ words: [word], related }))] : synonyms,
      ignored: ignored || field === 'ignored',
    });
  }

  #addSynonyms(rules: readonly SynonymRule[]): void {
    const lists = new Map<string, Meaning>();
    for (const { field, name } of this.#entries.options) {
      if (splitOptionName(name).length < 2) continue;
      const known = lists.get(toKey(name))?.options ?? [];
      const options = [...known, { field, name, related: false }];
      lists.set(toKey(name), { options, synonyms: [], ignored: false, isOptionList: true });
    }
    const getOwn = (key: string) => this.#getMeaning(key) ?? lists.get(key) ?? toPeriodMeaning(key);
    for (const [key, { term, meaning }] of applySynonymRules(rules, getOwn)) {
      this.#meanings.set(key, meaning);
      this.#noteLength(key);
      if (!this.#terms.has(key)) this.#terms.set(key, term);
    }
  }

  #noteLength(key: string): void {
    this.#longest = Math.max(this.#longest, key.split(' ').length);
  }
}

const PLURALS = [
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
] as const;

export const EMPTY_VOCABULARY = new Vocabulary({ thesaurus: [], options: [], places: [] });
