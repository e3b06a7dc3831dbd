import { expect, test } from 'vitest';
import { getKilometresBetween } from '../../geography/measure.ts';
import { type SearchDocument, RANGE_FIELDS, createEmptyOptions } from '../../locations/catalogue/schema.ts';
import type { SearchQuery } from '../search-engine.ts';
import { compareCodePoints, toTitleKey } from '../text/title-order.ts';
import { MemoryIndex } from './memory-index.ts';

const SIZE = 5_000;
const CENTRE = { latitude: 57, longitude: -4 };

/** Many share a title, a position or the time of publication. */
function toDocument(n: number): SearchDocument {
  const mixed = (n * 7_919) % SIZE;
  return {
    id: `id-${String(mixed).padStart(4, '0')}`,
    title: `${['Àrd', 'ard', 'Beag', 'Zoo'][mixed % 4]} ${mixed % 97}`,
    nearesttown: '',
    description: '',
    address: [],
    options: createEmptyOptions(),
    numbers: Object.fromEntries(RANGE_FIELDS.map((field) => [field, null])) as SearchDocument['numbers'],
    position: mixed % 5 === 0 ? null : { latitude: 55 + (mixed % 40) / 10, longitude: -7 + (mixed % 60) / 10 },
    featured: mixed % 50 === 0,
    pictured: mixed % 3 === 0,
    publishedAt: mixed % 211,
  };
}

const documents = Array.from({ length: SIZE }, (_, n) => toDocument(n));

function compareBrowsing(a: SearchDocument, b: SearchDocument): number {
  return (
    Number(b.featured) - Number(a.featured) ||
    Number(b.pictured) - Number(a.pictured) ||
    b.publishedAt - a.publishedAt ||
    compareCodePoints(toTitleKey(a.title), toTitleKey(b.title)) ||
    (a.id < b.id ? -1 : 1)
  );
}

const getMetres = ({ position }: SearchDocument) =>
  position ? Math.round(getKilometresBetween(CENTRE, position) * 1_000) : Number.MAX_VALUE;

const compareBy = {
  newest: (a: SearchDocument, b: SearchDocument) => b.publishedAt - a.publishedAt,
  title: (a: SearchDocument, b: SearchDocument) => compareCodePoints(toTitleKey(a.title), toTitleKey(b.title)),
  nearest: (a: SearchDocument, b: SearchDocument) => getMetres(a) - getMetres(b),
};

test.each(['newest', 'title', 'nearest'] as const)(
  'sorts by %s on every page, also of recent changes',
  async (order) => {
    const index = await MemoryIndex.build(documents.slice(0, 4_700), 1);
    for (let from = 4_700; from < SIZE; from += 150)
      await index.apply({ upserts: documents.slice(from, from + 150), removals: [] }, from);
    const query: SearchQuery = { words: '', filters: {}, order, place: { position: CENTRE, within: 500 } };
    const expected = documents
      .filter(({ position }) => position && getKilometresBetween(CENTRE, position) <= 500)
      .sort((a, b) => compareBy[order](a, b) || compareBrowsing(a, b))
      .map(({ id }) => id);
    for (const offset of [0, 20, 2_000, expected.length - 7, expected.length]) {
      const { ids } = await index.search(query, { offset, limit: 20 });
      expect(ids).toEqual(expected.slice(offset, offset + 20));
    }
    const { ids } = await index.search(query, { offset: 0, limit: SIZE });
    expect(ids).toEqual(expected);
  },
);

test('sorts by best match if there is no place to measure from', async () => {
  const index = await MemoryIndex.build(documents, 1);
  const all = { offset: 0, limit: SIZE };
  const browsing = documents.toSorted(compareBrowsing).map(({ id }) => id);
  const nearest: SearchQuery = { words: '', filters: {}, order: 'nearest' };
  expect((await index.search(nearest, all)).ids).toEqual(browsing);
});
