import { type SearchDocument, FACET_FIELDS } from '../../src/features/locations/catalogue/schema.ts';
import type { SearchFilters, SearchQuery } from '../../src/features/search/search-engine.ts';
import { type SyntheticData, syntheticCatalogue } from './synthetic-catalogue.ts';
import { type Random, pickOne, createRandom, randomInteger } from './random.ts';

export type QueryKind =
  | 'browse'
  | 'facets'
  | 'words'
  | 'words and facets'
  | 'prefix'
  | 'prefix and facets'
  | 'typo'
  | 'area';

export interface LoggedQuery {
  readonly kind: QueryKind;
  readonly query: SearchQuery;
}

/** Number of queries of each kind, 500 in total. */
const MIX: readonly (readonly [QueryKind, number])[] = [
  ['browse', 25],
  ['facets', 125],
  ['words', 90],
  ['words and facets', 110],
  ['prefix', 50],
  ['prefix and facets', 30],
  ['typo', 40],
  ['area', 30],
];

/** Queries are derived from the first documents of the catalogue. */
const SOURCE_DOCUMENTS = 1_000;

/** Creates a fixed log of queries. Nearly all of them have results in a catalogue of any size. */
export function createQueryLog(data: SyntheticData): LoggedQuery[] {
  const random = createRandom(5);
  const source = [...syntheticCatalogue(data, SOURCE_DOCUMENTS)];
  const log = MIX.flatMap(([kind, n]) =>
    Array.from({ length: n }, () => ({
      kind,
      query: createQuery(random, kind, pickOne(random, source)),
      at: random(),
    })),
  );
  return log.sort((a, b) => a.at - b.at).map(({ kind, query }) => ({ kind, query }));
}

function createQuery(random: Random, kind: QueryKind, source: SearchDocument): SearchQuery {
  switch (kind) {
    case 'browse':
      return { words: '', filters: {} };
    case 'facets':
      return { words: '', filters: filters(random, source, randomInteger(random, 1, 4)) };
    case 'words':
      return { words: words(random, source), filters: {} };
    case 'words and facets':
      return { words: words(random, source), filters: filters(random, source, randomInteger(random, 1, 3)) };
    case 'prefix':
      return { words: prefix(random, source), typing: true, filters: {} };
    case 'prefix and facets':
      return { words: prefix(random, source), typing: true, filters: filters(random, source, 1) };
    case 'typo':
      return { words: typo(random, longestWord(source.title)), filters: {} };
    case 'area': {
      const query = random() < 0.4 ? words(random, source) : '';
      return {
        words: query,
        filters: filters(random, source, randomInteger(random, 0, 2)),
        bbox: area(random, source),
      };
    }
  }
}

/** Returns one to three words of the document. */
function words(random: Random, { title, nearesttown, description }: SearchDocument): string {
  return Array.from({ length: randomInteger(random, 1, 3) }, () => {
    const text = random() < 0.4 ? title : random() < 0.2 ? nearesttown : description;
    return pickOne(random, text.replace('.', '').toLowerCase().split(' '));
  }).join(' ');
}

function prefix(random: Random, source: SearchDocument): string {
  const text = words(random, source);
  return text.slice(0, randomInteger(random, 1, text.length));
}

function longestWord(text: string): string {
  return text
    .toLowerCase()
    .split(' ')
    .reduce((a, b) => (b.length > a.length ? b : a));
}

/** Returns the word with one letter deleted, doubled, substituted or inserted, or two letters transposed. */
export function typo(random: Random, word: string): string {
  const at = randomInteger(random, 1, word.length - 2);
  const letter = pickOne(random, [...'abcdefghijklmnopqrstuvwxyz']);
  switch (randomInteger(random, 0, 4)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + word[at]! + word.slice(at);
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1);
    case 3:
      return word.slice(0, at) + letter + word.slice(at);
    default:
      return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
  }
}

/** Returns options of the document as filters; for some fields all of them, else one. */
function filters(random: Random, { options }: SearchDocument, fields: number): SearchFilters {
  const chosen = FACET_FIELDS.map((field) => ({ field, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, fields);
  return Object.fromEntries(
    chosen.map(({ field }) => [field, random() < 0.3 ? options[field] : [pickOne(random, options[field])]]),
  );
}

/** Returns a bounding box around the document, from the size of a village to half the country. */
function area(random: Random, { position }: SearchDocument): [number, number, number, number] {
  const { latitude, longitude } = position ?? { latitude: 56, longitude: -4 };
  const size = 0.05 * 30 ** random();
  return [longitude - size, latitude - size / 2, longitude + size, latitude + size / 2];
}
