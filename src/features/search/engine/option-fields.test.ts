import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  FACET_FIELDS,
  type FacetField,
  RANGE_FIELDS,
  type SearchDocument,
  createEmptyOptions,
} from '../../locations/catalogue/schema.ts';
import { MemoryIndex } from './memory-index.ts';

/** As if the region declared one more field. */
const ADDED = 'lighting' as FacetField;

beforeAll(() => void (FACET_FIELDS as FacetField[]).push(ADDED));
afterAll(() => void (FACET_FIELDS as FacetField[]).pop());

const SIZE = 300;
/** Every field has four options; `n` has one or two of them, of each field others. */
const listOptions = (n: number, f: number) => [...new Set([(n * (f + 2)) % 4, ((n >> f) * 3) % 4])].map(String);

function toDocument(n: number): SearchDocument {
  return {
    id: String(n),
    title: 'Hall',
    nearesttown: '',
    description: '',
    address: [],
    options: {
      ...createEmptyOptions(),
      ...Object.fromEntries(FACET_FIELDS.map((field, f) => [field, listOptions(n, f)])),
    },
    numbers: Object.fromEntries(RANGE_FIELDS.map((field) => [field, null])) as SearchDocument['numbers'],
    position: null,
    featured: false,
    pictured: false,
    publishedAt: n,
  };
}

test.each(['', 'hall'])(
  'counts exactly with an option field more than the region has, for the words "%s"',
  async (words) => {
    expect(FACET_FIELDS.at(-1)).toBe(ADDED);
    const index = await MemoryIndex.build(
      Array.from({ length: SIZE }, (_, n) => toDocument(n)),
      1,
    );
    const filters = Object.fromEntries(FACET_FIELDS.map((field, f) => [field, f % 2 ? ['0', '1'] : ['1', '2', '3']]));
    const page = await index.search({ words, filters }, { offset: 0, limit: SIZE });
    const passes = (n: number, f: number) =>
      listOptions(n, f).some((name) => filters[FACET_FIELDS[f]!]!.includes(name));
    const passing = (ignored?: number) =>
      Array.from({ length: SIZE }, (_, n) => n).filter((n) =>
        FACET_FIELDS.every((_, f) => f === ignored || passes(n, f)),
      );
    expect(page.total).toBe(passing().length);
    expect(page.total).toBeGreaterThan(0);
    for (const [f, { field, options }] of page.facets().entries()) {
      expect(field).toBe(FACET_FIELDS[f]);
      for (const { name, total } of options)
        expect(total, `${field} ${name}`).toBe(passing(f).filter((n) => listOptions(n, f).includes(name)).length);
      expect(options.map(({ name }) => name).toSorted()).toEqual(['0', '1', '2', '3']);
    }
  },
);
