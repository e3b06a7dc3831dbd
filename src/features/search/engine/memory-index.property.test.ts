import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type SearchDocument,
  FACET_FIELDS,
  type FacetField,
  RANGE_FIELDS,
  type RangeField,
} from '../../locations/catalogue/schema.ts';
import { getKilometresBetween, isInside } from '../../geography/measure.ts';
import type { BoundingBox, Position } from '../../geography/schema.ts';
import type { FacetCount, FacetRange, SearchFilters, SearchPage, SearchQuery } from '../search-engine.ts';
import { type NumberRange, SEARCH_ORDERS } from '../schema.ts';
import { analyze, toKey, tokenize } from '../text/analysis.ts';
import { editDistance } from '../../../platform/text/edit-distance.ts';
import { MemoryIndex } from './memory-index.ts';
import { RARE, getMaxEdits } from '../text/relevance.ts';
import { areForms, stemWord } from '../text/stemming.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { chooseAll, chooseParts } from '../query-parsing/required-parts.ts';
import { type QueryPart, isPlain } from '../query-parsing/query-part.ts';
import { parseQuery } from '../query-parsing/parse-query.ts';
import { joinUnknown, listNames } from '../query-parsing/names.ts';
import { RULED_WORDS, anyPins, anyRules } from '../../../../tests/support/search-terms.ts';
import { anyOutline, anyPlaceFilter, isAtPlace } from '../../../../tests/support/search-areas.ts';
import { KNOWN_WORDS, createVocabulary, isInArea } from '../../../../tests/support/vocabulary.ts';

const WORDS = [
  'castle',
  'castles',
  'castaway',
  'lighthouse',
  'lighthouses',
  'loch',
  'lochan',
  'Dùn',
  'Éideann',
  "O'Neill",
  'the',
  'of',
  '1066',
  'mill',
  'mills',
  'Newtonmore',
];
const OPTIONS: Record<FacetField, string[]> = {
  category: ['Castle', 'House', 'Loch'],
  setting: ['Rural', 'Coastal', 'Urban'],
  century: ['18th', '19th'],
  condition: ['Good', 'Ruin'],
  ownershiptype: ['Private', 'Public'],
  localauthority: ['Highland', 'Fife', 'Na h-Eileanan Siar'],
  filmoffice: ['North', 'East'],
};

const text = (max: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: max }).map((words) => words.join(' '));
const options = fc.record(
  Object.fromEntries(FACET_FIELDS.map((field) => [field, fc.subarray(OPTIONS[field])])) as Record<
    FacetField,
    fc.Arbitrary<string[]>
  >,
);
const numbers = fc.record(
  Object.fromEntries(RANGE_FIELDS.map((field) => [field, fc.option(fc.integer({ min: 0, max: 12 }))])) as Record<
    RangeField,
    fc.Arbitrary<number | null>
  >,
);
const degrees = fc.integer({ min: 0, max: 8 });

const IDS = Array.from({ length: 41 }, (_, n) => `id-${n}`);
const document = fc.record({
  id: fc.constantFrom(...IDS),
  title: text(3),
  nearesttown: fc.constantFrom('', 'Newtonmore', 'Dùn Èideann', 'Mill of Loch'),
  description: text(8),
  address: fc.array(fc.oneof(text(1), fc.constantFrom('PA1 9ZZ', 'PA1 9AB', 'PA1 1ZZ')), { maxLength: 2 }),
  options,
  numbers,
  position: fc.option(fc.record({ latitude: degrees, longitude: degrees })),
  featured: fc.boolean(),
  pictured: fc.boolean(),
  publishedAt: fc.integer({ min: 0, max: 3 }),
}) satisfies fc.Arbitrary<SearchDocument>;

const change = fc.record({
  upserts: fc.array(document, { maxLength: 12 }),
  removals: fc.array(
    document.map(({ id }) => id),
    { maxLength: 6 },
  ),
});

const typed = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.constantFrom(...KNOWN_WORDS),
  fc.constantFrom(...RULED_WORDS),
  fc.constantFrom(
    'cas',
    'castel',
    'castlee',
    'lihgthouse',
    'lightouses',
    'l',
    'oneill',
    'o’neill',
    'dun',
    'eidean',
    'nowhere',
    'and',
    'newtonmroe',
  ),
);
const end = fc.option(fc.integer({ min: 0, max: 14 }), { nil: undefined });
const anyFilters: fc.Arbitrary<SearchFilters> = fc.record(
  {
    ...(Object.fromEntries(
      FACET_FIELDS.map((field) => [field, fc.subarray([...OPTIONS[field], 'Nowhere'], { maxLength: 2 })]),
    ) as Record<FacetField, fc.Arbitrary<string[]>>),
    ...(Object.fromEntries(RANGE_FIELDS.map((field) => [field, fc.record({ min: end, max: end })])) as Record<
      RangeField,
      fc.Arbitrary<NumberRange>
    >),
  },
  { requiredKeys: [] },
);
const bbox = fc
  .tuple(degrees, degrees, degrees, degrees)
  .map(([a, b, c, d]) => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)] as const);
/** Queries that may have pinned results. */
const PINNED_QUERIES = ['castle', 'Loch', 'keep', 'castle mill', 'near Newtonmore', 'nowhere', '-castle', 'and'];
const query: fc.Arbitrary<SearchQuery> = fc.record({
  words: fc.oneof(
    { weight: 3, arbitrary: fc.array(typed, { maxLength: 3 }).map((words) => words.join(' ')) },
    { weight: 1, arbitrary: fc.constantFrom(...PINNED_QUERIES) },
  ),
  typing: fc.boolean(),
  filters: anyFilters,
  photographs: fc.boolean(),
  bbox: fc.option(bbox, { nil: undefined, freq: 3 }),
  place: fc.option(anyPlaceFilter, { nil: undefined, freq: 2 }),
  outline: fc.option(anyOutline, { nil: undefined, freq: 1 }),
  unavailable: fc.option(
    fc.subarray([...IDS, 'of no location']).map((ids) => new Set(ids)),
    { nil: undefined, freq: 2 },
  ),
  order: fc.constantFrom(undefined, ...SEARCH_ORDERS),
});

const ALL_FIELDS = [...FACET_FIELDS, ...RANGE_FIELDS];

function isRangeField(field: FacetField | RangeField): field is RangeField {
  return (RANGE_FIELDS as readonly string[]).includes(field);
}

function toPoint({ latitude, longitude }: Position): [latitude: number, longitude: number] {
  return [latitude, longitude];
}

function isInBox([west, south, east, north]: BoundingBox, { latitude, longitude }: Position): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** Sorts as the orders are defined. */
function compareIn(order: SearchQuery['order'], from: Position | null) {
  const distance = (one: SearchDocument) =>
    one.position ? Math.round(getKilometresBetween(from!, one.position) * 1_000) : Number.MAX_VALUE;
  const words = (one: SearchDocument) =>
    tokenize(one.title)
      .map(({ word }) => word)
      .join(' ');
  const compareBy = {
    newest: (a: SearchDocument, b: SearchDocument) => b.publishedAt - a.publishedAt,
    nearest: (a: SearchDocument, b: SearchDocument) => distance(a) - distance(b),
    title: (a: SearchDocument, b: SearchDocument) => Buffer.compare(Buffer.from(words(a)), Buffer.from(words(b))),
  };
  return (a: SearchDocument, b: SearchDocument) =>
    compareBy[order!](a, b) ||
    Number(b.featured) - Number(a.featured) ||
    Number(b.pictured) - Number(a.pictured) ||
    b.publishedAt - a.publishedAt ||
    compareBy.title(a, b) ||
    (a.id < b.id ? -1 : 1);
}

function isWithin(value: number | null, range: NumberRange | undefined): boolean {
  return !range || (value !== null && value >= (range.min ?? 0) && value <= (range.max ?? Infinity));
}

/** The rules of `relevance.ts`, applied literally to every document. */
class Reference {
  readonly documents = new Map<string, SearchDocument>();
  readonly #vocabulary: Vocabulary;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  apply({ upserts, removals }: { upserts: readonly SearchDocument[]; removals: readonly string[] }) {
    for (const id of removals) this.documents.delete(id);
    for (const upsert of upserts) this.documents.set(upsert.id, upsert);
  }

  answer(searched: SearchQuery) {
    const { words, typing = false, filters, photographs, bbox: box, place, outline: drawn, unavailable } = searched;
    const all = [...this.documents.values()];
    const { isMatch } = this.#match(words, typing);
    const found = all.filter(
      (one) =>
        isMatch(one) &&
        !unavailable?.has(one.id) &&
        (!photographs || one.pictured) &&
        (!place || isAtPlace(one, place)) &&
        (!drawn || (one.position && isInside(one.position, drawn.map(toPoint)))) &&
        (!box || (one.position && isInBox(box, one.position))),
    );
    const passes = (one: SearchDocument, field: FacetField | RangeField) => {
      if (isRangeField(field)) return isWithin(one.numbers[field], filters[field]);
      return !filters[field]?.length || filters[field].some((name) => one.options[field].includes(name));
    };
    const passingOthers = (field: FacetField | RangeField) =>
      found.filter((one) => ALL_FIELDS.every((other) => other === field || passes(one, other)));
    const facets = FACET_FIELDS.map((field): FacetCount => {
      const counted = passingOthers(field);
      const names = new Set([...(filters[field] ?? []), ...counted.flatMap((one) => one.options[field])]);
      const total = (name: string) => counted.filter((one) => one.options[field].includes(name)).length;
      const listed = [...names].map((name) => ({ name, total: total(name) }));
      return { field, options: listed.sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1)) };
    });
    const ranges = RANGE_FIELDS.map((field): FacetRange => {
      const values = passingOthers(field).flatMap((one) => one.numbers[field] ?? []);
      const hasValues = values.length > 0;
      return { field, min: hasValues ? Math.min(...values) : null, max: hasValues ? Math.max(...values) : null };
    });
    const matches = found.filter((one) => ALL_FIELDS.every((field) => passes(one, field)));
    return { ids: matches.map(({ id }) => id).sort(), total: matches.length, facets, ranges };
  }

  isFitting({ words, typing = false }: SearchQuery, id: string): boolean {
    return this.#match(words, typing).isFitting(this.documents.get(id)!);
  }

  /** Counts the parts that a location matches, those included that it need not match. */
  countParts({ words, typing = false }: SearchQuery, id: string): number {
    return this.#match(words, typing).countParts(this.documents.get(id)!);
  }

  /** The locations with exactly some words as their title, unless many share it. */
  listTitled(words: string): string[] {
    const key = toKey(words);
    const titled = [...this.documents.values()].filter(({ title }) => key !== '' && toKey(title) === key);
    return titled.length > 5 ? [] : titled.map(({ id }) => id);
  }

  #match(words: string, typing: boolean) {
    const all = this.#parse(words, typing);
    const first = new Set([...this.#vocabulary.listPinned(words), ...this.listTitled(words)]);
    const parts = all.filter((part) => !part.isExcluded);
    const toMask = (similarToo: boolean) => {
      const matchers = parts.map((part) => this.#matchPart(part, part === all.at(-1), typing, similarToo));
      return (one: SearchDocument) => matchers.reduce((mask, matches, i) => mask | (matches(one) ? 1 << i : 0), 0);
    };
    const [getMask, getCertainMask] = [toMask(true), toMask(false)];
    const counts = new Map<number, number>();
    const excluded = all.filter((part) => part.isExcluded).map((part) => this.#matchExcluded(part));
    const isExcluded = (one: SearchDocument) => excluded.some((matches) => matches(one));
    for (const mask of [...this.documents.values()].filter((one) => !isExcluded(one)).map(getCertainMask))
      counts.set(mask, (counts.get(mask) ?? 0) + 1);
    const { chosen } = parts.length < 2 ? chooseAll(parts) : chooseParts(parts, counts, this.documents.size);
    return {
      isMatch: (one: SearchDocument) => !isExcluded(one) && (first.has(one.id) || (getMask(one) & chosen) === chosen),
      countParts: (one: SearchDocument) =>
        ((getMask(one) & chosen) | (getCertainMask(one) & ~chosen)).toString(2).replaceAll('0', '').length,
      isFitting: (one: SearchDocument) =>
        parts.every(
          (part, i) => (chosen & (1 << i)) === 0 || this.#fits(part, one, (getCertainMask(one) & (1 << i)) !== 0),
        ),
    };
  }

  /** A name that nobody has is one part. */
  #parse(words: string, typing: boolean): QueryPart[] {
    const terms = new Set([...this.documents.values()].flatMap(listTerms));
    const isKnown = (word: string) => [...terms].some((term) => areForms(term, word));
    const parts = parseQuery(words, this.#vocabulary, typing ? undefined : isKnown);
    for (const { from, to, capitals, startsWithTerm } of typing ? [] : listNames(words, parts).toReversed()) {
      const name = parts.slice(from, to);
      if (capitals > 0 && this.#isUnknown(name, capitals, startsWithTerm, to === parts.length))
        parts.splice(from, to - from, joinUnknown(words, name));
    }
    return parts;
  }

  #isUnknown(name: readonly QueryPart[], capitals: number, startsWithTerm: boolean, isAtEnd: boolean): boolean {
    const all = [...this.documents.values()];
    const terms = [...new Set(all.flatMap(listTerms))];
    const isLast = (part: QueryPart) => isAtEnd && part === name.at(-1);
    const isGuessed = (part: QueryPart) =>
      !terms.some(
        (term) => stemWord(term) === stemWord(part.words[0]!) || (isLast(part) && term.startsWith(part.words[0]!)),
      );
    const hasAll = (texts: readonly string[], withTypos: boolean) =>
      name.every((part) => texts.some(this.#findMatcher(part.words[0]!, isLast(part), false, withTypos)));
    const isInTexts = () => capitals === 1 || all.some((one) => hasAll(listTerms(one), false));
    if (!startsWithTerm && !name.some(isGuessed) && isInTexts()) return false;
    return !all.some(({ title }) => hasAll(analyze(title), true));
  }

  /** Whether a location has what the chip of a part says. */
  #fits({ place, options, titles = [] }: QueryPart, one: SearchDocument, isCertain: boolean): boolean {
    if (place)
      return isInArea(one, place.area) || one.address.some((line) => place.postcode && line.startsWith(place.postcode));
    if (!options.some(({ related }) => !related)) return isCertain;
    const isTitled = titles.some((words) => words.every((word) => analyze(one.title).includes(word)));
    return isTitled || options.some(({ field, name, related }) => !related && one.options[field].includes(name));
  }

  /** Neither similar words nor the start of one are excluded. */
  #matchExcluded(part: QueryPart): (one: SearchDocument) => boolean {
    if (part.isLiteral || !isPlain(part)) return this.#matchPart(part, false, false, true);
    return (one) => listTerms(one).some((term) => stemWord(term) === stemWord(part.words[0]!));
  }

  #matchPart(part: QueryPart, isLast: boolean, typing: boolean, similarToo: boolean): (one: SearchDocument) => boolean {
    if (part.isUnknown) return () => false;
    const hasWord = (one: SearchDocument, matches: (term: string) => boolean) => listTerms(one).some(matches);
    if (part.isLiteral) return (one) => part.words.every((word) => hasWord(one, (term) => term === word));
    if (isPlain(part)) {
      const matches = this.#findMatcher(part.words[0]!, isLast, typing, similarToo);
      return (one) => hasWord(one, matches);
    }
    const { words, synonyms, options, place } = part;
    const hasStem = (one: SearchDocument, word: string) => hasWord(one, (term) => stemWord(term) === stemWord(word));
    const isPrefix = isLast && typing && words.length === 1;
    return (one) =>
      (words.length > 0 && words.every((word) => hasStem(one, word))) ||
      (isPrefix && hasWord(one, (term) => term.startsWith(words[0]!))) ||
      synonyms.some(({ words: own, related }) => (similarToo || !related) && own.every((word) => hasStem(one, word))) ||
      options.some(({ field, name, related }) => (similarToo || !related) && one.options[field].includes(name)) ||
      (place !== undefined &&
        (isInArea(one, place.area) ||
          (place.postcode !== undefined && one.address.some((line) => line.startsWith(place.postcode!))) ||
          (place.name.length > 0 && place.name.every((word) => analyze(one.title).includes(word)))));
  }

  /** @param withTypos whether a rare word is expanded to similar ones too */
  #findMatcher(word: string, isLast: boolean, typing: boolean, withTypos: boolean): (term: string) => boolean {
    const terms = new Set([...this.documents.values()].flatMap(listTerms));
    const sameStem = (term: string) => stemWord(term) === stemWord(word);
    const startsWith = (term: string) => term.startsWith(word);
    const fuzzy = (term: string) =>
      getMaxEdits(word) > 0 && !/\d/.test(term) && editDistance(word, term, 0, term.length, 2) <= getMaxEdits(word);
    const steps =
      isLast && typing
        ? [(term: string) => sameStem(term) || startsWith(term), fuzzy]
        : isLast
          ? [sameStem, startsWith, fuzzy]
          : [sameStem, fuzzy];
    const found = steps.find((matches) => [...terms].some(matches)) ?? (() => false);
    const isRare = [...this.documents.values()].filter((one) => listTerms(one).some(found)).length < RARE;
    return withTypos && found === sameStem && isRare ? (term) => sameStem(term) || fuzzy(term) : found;
  }
}

function listTerms({ title, nearesttown, description, address, options: own }: SearchDocument): string[] {
  return [title, nearesttown, description, address.join(' '), ...own.category, ...own.localauthority].flatMap(analyze);
}

const everything = { offset: 0, limit: 1_000 };

function whole(page: SearchPage) {
  return { ...page, facets: page.facets() };
}

describe('the index in memory', () => {
  test('answers by the rules, and like a newly built index, after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 40 }),
        fc.array(change, { maxLength: 4 }),
        fc.array(query, { minLength: 1, maxLength: 6 }),
        anyRules,
        anyPins(IDS, PINNED_QUERIES),
        async (initial, changes, queries, rules, pins) => {
          const vocabulary = createVocabulary(rules, pins);
          const reference = new Reference(vocabulary);
          reference.apply({ upserts: initial, removals: [] });
          const edited = await MemoryIndex.build([...reference.documents.values()], 0);
          edited.setVocabulary(vocabulary);
          for (const [i, one] of changes.entries()) {
            // Fills the caches, which the change must invalidate.
            for (const one of queries) await edited.search(one, everything);
            reference.apply(one);
            await edited.apply(one, i + 1);
          }
          const rebuilt = await MemoryIndex.build(reference.documents.values(), changes.length);
          rebuilt.setVocabulary(vocabulary);
          for (const one of queries) {
            const page = whole(await edited.search(one, everything));
            const { ids, total, facets, ranges } = page;
            expect({ ids: ids.toSorted(), total, facets, ranges }).toEqual(reference.answer(one));
            const other = whole(await rebuilt.search(one, everything));
            expect({ ...page, terms: page.terms.toSorted() }).toEqual({ ...other, terms: other.terms.toSorted() });
            const isSorted = one.order === 'nearest' ? page.place !== null : one.order !== undefined;
            const documents = ids.map((id) => reference.documents.get(id)!);
            const sorted = isSorted ? documents.toSorted(compareIn(one.order, page.place)) : documents;
            expect(ids).toEqual(sorted.map(({ id }) => id));
            const pinned = vocabulary.listPinned(one.words).filter((id) => ids.includes(id));
            const titled = new Set(reference.listTitled(one.words));
            const first = [...pinned, ...ids.filter((id) => titled.has(id) && !pinned.includes(id))];
            const others = ids.slice(first.length);
            expect(isSorted ? first : ids.slice(0, first.length)).toEqual(first);
            const fitting = ids.filter((id) => first.includes(id) || reference.isFitting(one, id));
            expect(page.fitting).toBe(fitting.length);
            // Those that fit come first, and then those that match most parts.
            const keys = isSorted
              ? []
              : others.map((id) => (fitting.includes(id) ? 100 : 0) + reference.countParts(one, id));
            expect(keys).toEqual(keys.toSorted((a, b) => b - a));
            const part = whole(await edited.search(one, { offset: 2, limit: 3 }));
            expect(part).toEqual({ ...page, ids: ids.slice(2, 5) });
            expect(await edited.suggest(one.words, 4)).toEqual(await rebuilt.suggest(one.words, 4));
            const view = { bbox: [0, 0, 8, 8] as const, zoom: 4 };
            expect(await edited.markers(one, view)).toEqual(await rebuilt.markers(one, view));
          }
          for (const { id } of initial.slice(0, 3))
            expect(await edited.similar(id, 5)).toEqual(await rebuilt.similar(id, 5));
          expect(await edited.featured(5)).toEqual(await rebuilt.featured(5));
        },
      ),
      { numRuns: 150 },
    );
  });
});
