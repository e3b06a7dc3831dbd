import type { QueryPart } from '../../query-parsing/query-part.ts';
import type { LiveIndex } from '../index/snapshot.ts';
import { EXPANSION_WEIGHTS, type Expansion, RARE, toConfirmedImpact } from '../../text/relevance.ts';
import { toOptionTerm, toPostcodeTerm, toTitleTerm } from '../../text/non-word-terms.ts';
import { listForms } from '../../text/word-forms.ts';
import type { Area } from '../../vocabulary/schema.ts';
import { findAreaPostings } from './area-postings.ts';
import { type Postings, gatherPostings, intersectPostings } from '../matching/postings.ts';

/** A part of a query with what matches it in the index. */
export interface ExpandedPart {
  /** By index of the snapshot. A location matches if any of these contains it. */
  readonly postings: readonly (readonly Postings[])[];
  /** All matching words; `cas*` means every word that starts with `cas`. */
  readonly terms: readonly string[];
  /** The postings without what is only similar, which must not make up for another part: typing mistakes of a rare word, related options. */
  readonly certainPostings: readonly (readonly Postings[])[];
  /** The postings of what the filter of the part finds; all certain ones if it has none. */
  readonly strictPostings: readonly (readonly Postings[])[];
  /** For a rare plain word: the similar ones. */
  readonly similar: readonly string[];
  /** Whether no location contains the plain word, or one that starts with it: all that match have similar words. */
  readonly isGuessed: boolean;
}

type Mode = 'exact' | 'stem';

const isRelated = ({ related }: { readonly related: boolean }) => `${related}` as const;

/** Collects what matches one part of a query. */
export class ExpansionBuilder {
  readonly #postings: Postings[][];
  readonly #indexes: readonly LiveIndex[];
  readonly #terms = new Set<string>();
  #similar: readonly string[] = [];
  #isGuessed = false;
  #certainPostings: Postings[][] | undefined;
  #strictPostings: Postings[][] | undefined;

  constructor(indexes: readonly LiveIndex[]) {
    this.#indexes = indexes;
    this.#postings = indexes.map(() => []);
  }

  build(): ExpandedPart {
    const certainPostings = this.#certainPostings ?? this.#postings;
    const strictPostings = this.#strictPostings ?? certainPostings;
    return {
      postings: this.#postings,
      certainPostings,
      strictPostings,
      terms: [...this.#terms],
      similar: this.#similar,
      isGuessed: this.#isGuessed,
    };
  }

  addPlain(word: string, steps: readonly (readonly Expansion[])[]): void {
    for (const expansions of steps) {
      for (const expansion of expansions) this.#addExpansion(expansion, word);
      this.#isGuessed = expansions.every((expansion) => expansion === 'fuzzy');
      if (this.#terms.size > 0) {
        if (expansions.length === 1 && expansions[0] === 'stem') this.#addSimilarIfRare(word);
        return;
      }
    }
  }

  #addSimilarIfRare(word: string): void {
    if (this.#countLive(RARE) >= RARE) return;
    const known = new Set(this.#terms);
    this.#certainPostings = this.#copy();
    this.#addFuzzy(word);
    this.#similar = [...this.#terms].filter((term) => !known.has(term));
  }

  /** Counts the live locations that match, up to a limit. */
  #countLive(limit: number): number {
    let total = 0;
    for (const [s, postings] of this.#postings.entries()) {
      const found = new Set<number>();
      for (const { locations } of postings) {
        for (let at = 0; at < locations.length && total + found.size < limit; at++)
          if (this.#indexes[s]!.isLive(locations[at]!)) found.add(locations[at]!);
      }
      total += found.size;
    }
    return total;
  }

  /** @param typing whether the last word may be the start of one */
  addKnown({ words, synonyms, options, place, titles = [] }: QueryPart, typing: boolean): void {
    const { true: related = [], false: equal = [] } = Object.groupBy(synonyms, isRelated);
    const { true: relatedOptions = [], false: equalOptions = [] } = Object.groupBy(options, isRelated);
    const texts = this.#collect(() => {
      if (words.length > 0) this.addTogether(words, 'stem');
      for (const synonym of equal) this.addTogether(synonym.words, 'stem', EXPANSION_WEIGHTS.synonym);
    });
    const named = this.#collect(() => {
      const hasKind = equalOptions.some(({ field }) => field === 'category');
      for (const { field, name } of equalOptions) {
        const isKind = field === 'category' || !hasKind;
        this.addTrait(toOptionTerm(field, name), isKind ? EXPANSION_WEIGHTS.option : EXPANSION_WEIGHTS.besideKind);
      }
    });
    this.#addConfirmed(texts, named);
    const titled = this.#collect(() => {
      for (const title of titles) this.#addTitles(title, EXPANSION_WEIGHTS.titled);
    });
    if (typing && words.length === 1) this.#addPrefix(words[0]!);
    if (place) this.#addPlace(place);
    else if (equalOptions.length > 0) this.#strictPostings = named.map((postings, s) => [...postings, ...titled[s]!]);
    this.#certainPostings = this.#copy();
    const relatedTexts = this.#collect(() => {
      for (const synonym of related) this.addTogether(synonym.words, 'stem', EXPANSION_WEIGHTS.relatedOption);
    });
    const byField = Map.groupBy(relatedOptions, ({ field }) => field);
    const relatedNamed = Array.from(byField, ([field, named]) =>
      this.#collect(() => {
        for (const { name } of named) this.addTrait(toOptionTerm(field, name), EXPANSION_WEIGHTS.relatedOption);
      }),
    );
    // Locations that are similar in several ways come before those that are similar in one.
    this.#indexes.forEach(({ index }, s) => {
      const lists = [relatedTexts, ...relatedNamed].map((list) => list[s]!);
      this.#push(s, { ...gatherPostings(lists, index.size), weight: EXPANSION_WEIGHTS.related });
    });
  }

  /** Adds the locations that have an option of a term or are in a place, and contain its words too. */
  #addConfirmed(texts: readonly (readonly Postings[])[], named: readonly (readonly Postings[])[]): void {
    this.#indexes.forEach(({ index }, s) => {
      if (texts[s]!.length === 0 || named[s]!.length === 0) return;
      const { locations, impacts } = intersectPostings([texts[s]!, named[s]!], index.size);
      this.#push(s, {
        locations,
        impacts: impacts.map(toConfirmedImpact),
        weight: EXPANSION_WEIGHTS.exact,
      });
    });
  }

  /** Returns by index what a function adds. */
  #collect(add: () => void): Postings[][] {
    const before = this.#postings.map(({ length }) => length);
    add();
    return this.#postings.map((postings, s) => postings.slice(before[s]));
  }

  /** Returns by index what has been added so far. */
  #copy(): Postings[][] {
    return this.#postings.map((postings) => [...postings]);
  }

  /** Adds the locations that contain all of the words. */
  addTogether(words: readonly string[], mode: Mode, weight: number = EXPANSION_WEIGHTS.stem): void {
    const add = (builder: ExpansionBuilder, word: string) =>
      mode === 'exact' ? builder.#addWord(word) : builder.#addStem(word, weight);
    if (words.length === 1) {
      add(this, words[0]!);
      return;
    }
    const each = words.map((word) => {
      const builder = new ExpansionBuilder(this.#indexes);
      add(builder, word);
      return builder;
    });
    if (each.some(({ isEmpty }) => isEmpty)) return;
    this.#indexes.forEach(({ index }, s) => {
      const together = intersectPostings(
        each.map((builder) => builder.#postings[s]!),
        index.size,
      );
      this.#push(s, { ...together, weight });
    });
    for (const builder of each) for (const term of builder.#terms) this.#terms.add(term);
  }

  get isEmpty(): boolean {
    return this.#terms.size === 0;
  }

  #addExpansion(expansion: Expansion, word: string): void {
    if (expansion === 'stem') this.#addStem(word, EXPANSION_WEIGHTS.stem, EXPANSION_WEIGHTS.exact);
    else if (expansion === 'prefix') this.#addPrefix(word);
    else this.#addFuzzy(word);
  }

  /** Adds the words with the same stem, and the word itself with a weight of its own. */
  #addStem(word: string, weight: number, exactWeight: number = weight): void {
    const forms = listForms(word);
    this.#indexes.forEach(({ index }, s) => {
      for (const term of forms.flatMap((form) => Array.from(index.terms.findByStem(form)))) {
        const own = index.terms.terms.at(term);
        this.#addTerms(s, term, term + 1, forms.includes(own) ? exactWeight : weight, own);
      }
    });
  }

  #addWord(word: string): void {
    this.#indexes.forEach(({ index }, s) => {
      const term = index.terms.terms.indexOf(word);
      if (term >= 0) this.#addTerms(s, term, term + 1, EXPANSION_WEIGHTS.exact, word);
    });
  }

  #addPrefix(prefix: string): void {
    this.#indexes.forEach(({ index }, s) => {
      const [from, to] = index.terms.terms.prefixRange(prefix);
      if (from < to) this.#addTerms(s, from, to, EXPANSION_WEIGHTS.prefix, `${prefix}*`);
    });
  }

  #addFuzzy(word: string): void {
    this.#indexes.forEach(({ index }, s) => {
      for (const { term, edits } of index.terms.findFuzzy(word)) {
        const weight = edits === 1 ? EXPANSION_WEIGHTS.oneEdit : EXPANSION_WEIGHTS.twoEdits;
        this.#addTerms(s, term, term + 1, weight, index.terms.terms.at(term));
      }
    });
  }

  #addPlace({ area, postcode, name, nearestFirst }: NonNullable<QueryPart['place']>): void {
    if (postcode) this.addTrait(toPostcodeTerm(postcode), EXPANSION_WEIGHTS.exact);
    const inside = this.#collect(() => this.addArea(area, EXPANSION_WEIGHTS.option, nearestFirst));
    this.#strictPostings = this.#copy();
    if (name.length === 0) return;
    const texts = new ExpansionBuilder(this.#indexes);
    texts.addTogether(name, 'exact');
    this.#addConfirmed(texts.#postings, inside);
    for (const word of name) this.#terms.add(word);
    this.#addTitles(name, EXPANSION_WEIGHTS.related);
  }

  /** Adds the locations whose titles contain all of the words. */
  #addTitles(words: readonly string[], weight: number): void {
    if (words.length === 0) return;
    this.#indexes.forEach(({ index }, s) => {
      const titles = words.map((word) => this.#findTrait(s, toTitleTerm(word), weight));
      const found = titles.filter((postings) => postings !== undefined);
      if (found.length < words.length) return;
      const together = intersectPostings(
        found.map((one) => [one]),
        index.size,
      );
      this.#push(s, { ...together, weight });
    });
  }

  /** @param nearestFirst whether the impacts fall with the distance from the centre of a circle */
  addArea(area: Area, weight: number, nearestFirst: boolean): void {
    this.#indexes.forEach(({ index }, s) => {
      const found = findAreaPostings(index, area, nearestFirst);
      this.#push(s, { ...found, weight });
    });
  }

  /** @param term as in `ExpandedPart` */
  addTitleWords(term: string): void {
    if (!term.endsWith('*')) return this.addTrait(toTitleTerm(term), EXPANSION_WEIGHTS.exact);
    this.#indexes.forEach(({ index }, s) => {
      const [from, to] = index.terms.terms.prefixRange(toTitleTerm(term.slice(0, -1)));
      this.#push(s, this.#toPostings(s, from, to, EXPANSION_WEIGHTS.prefix));
    });
  }

  addTrait(trait: string, weight: number): void {
    this.#indexes.forEach((_, s) => {
      const postings = this.#findTrait(s, trait, weight);
      if (postings) this.#push(s, postings);
    });
  }

  #findTrait(s: number, trait: string, weight: number): Postings | undefined {
    const term = this.#indexes[s]!.index.terms.terms.indexOf(trait);
    return term < 0 ? undefined : this.#toPostings(s, term, term + 1, weight);
  }

  #addTerms(s: number, from: number, to: number, weight: number, word: string): void {
    if (!this.#indexes[s]!.hasLiveLocation(from, to)) return;
    this.#push(s, this.#toPostings(s, from, to, weight));
    this.#terms.add(word);
  }

  #toPostings(s: number, from: number, to: number, weight: number): Postings {
    return { ...this.#indexes[s]!.index.terms.getPostings(from, to), weight };
  }

  #push(s: number, postings: Postings): void {
    if (postings.locations.length > 0) this.#postings[s]!.push(postings);
  }
}
