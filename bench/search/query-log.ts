import { type CatalogueDocument, FACET_FIELDS, type FacetChoice } from '../../src/features/locations/schema.ts';
import type { SearchQuery } from '../../src/features/search/search-engine.ts';
import { type World, syntheticCatalogue } from './synthetic-catalogue.ts';
import { type Random, oneOf, seeded, whole } from './random.ts';

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

/** How many of 500 queries are of each kind. */
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

/** Documents at the start of the catalogue that the queries have in mind. */
const SOUGHT = 1_000;

/** The fixed log: what visitors ask, in a fixed order. Nearly every query has an answer in a catalogue of any size. */
export function queryLog(world: World): LoggedQuery[] {
  const random = seeded(5);
  const sought = [...syntheticCatalogue(world, SOUGHT)];
  const log = MIX.flatMap(([kind, n]) =>
    Array.from({ length: n }, () => ({ kind, query: make(random, kind, oneOf(random, sought)), at: random() })),
  );
  return log.sort((a, b) => a.at - b.at).map(({ kind, query }) => ({ kind, query }));
}

function make(random: Random, kind: QueryKind, sought: CatalogueDocument): SearchQuery {
  switch (kind) {
    case 'browse':
      return { words: '', filters: {} };
    case 'facets':
      return { words: '', filters: filters(random, sought, whole(random, 1, 4)) };
    case 'words':
      return { words: words(random, sought), filters: {} };
    case 'words and facets':
      return { words: words(random, sought), filters: filters(random, sought, whole(random, 1, 3)) };
    case 'prefix':
      return { words: prefix(random, sought), typing: true, filters: {} };
    case 'prefix and facets':
      return { words: prefix(random, sought), typing: true, filters: filters(random, sought, 1) };
    case 'typo':
      return { words: typo(random, longest(sought.title)), filters: {} };
    case 'area': {
      const asked = random() < 0.4 ? words(random, sought) : '';
      return { words: asked, filters: filters(random, sought, whole(random, 0, 2)), bbox: area(random, sought) };
    }
  }
}

/** One to three of the words of the place that the visitor has in mind. */
function words(random: Random, { title, nearesttown, description }: CatalogueDocument): string {
  return Array.from({ length: whole(random, 1, 3) }, () => {
    const text = random() < 0.4 ? title : random() < 0.2 ? nearesttown : description;
    return oneOf(random, text.replace('.', '').toLowerCase().split(' '));
  }).join(' ');
}

function prefix(random: Random, sought: CatalogueDocument): string {
  const typed = words(random, sought);
  return typed.slice(0, whole(random, 1, typed.length));
}

function longest(text: string): string {
  return text
    .toLowerCase()
    .split(' ')
    .reduce((a, b) => (b.length > a.length ? b : a));
}

/** One letter missing, doubled, wrong, added or swapped with its neighbour. */
export function typo(random: Random, word: string): string {
  const at = whole(random, 1, word.length - 2);
  const letter = oneOf(random, [...'abcdefghijklmnopqrstuvwxyz']);
  switch (whole(random, 0, 4)) {
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

/** Options of the place in mind, here and there with another one of the same field. */
function filters(random: Random, { options }: CatalogueDocument, fields: number): FacetChoice {
  const chosen = FACET_FIELDS.map((field) => ({ field, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, fields);
  return Object.fromEntries(
    chosen.map(({ field }) => [field, random() < 0.3 ? options[field] : [oneOf(random, options[field])]]),
  );
}

/** From a village to half the country around the place in mind. */
function area(random: Random, { position }: CatalogueDocument): [number, number, number, number] {
  const { latitude, longitude } = position ?? { latitude: 56, longitude: -4 };
  const size = 0.05 * 30 ** random();
  return [longitude - size, latitude - size / 2, longitude + size, latitude + size / 2];
}
