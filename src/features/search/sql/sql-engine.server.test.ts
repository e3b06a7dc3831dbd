import type { BoundingBox, Position } from '../../geography/schema.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishEvent } from '../../../server/event-subscriptions.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addImage, addLocation, addOption, locationDeps } from '../../../../tests/support/locations.ts';
import { publishLocations, unpublishLocation } from '../../locations/publishing/commands.server.ts';
import {
  FACETS,
  FACET_FIELDS,
  type FacetField,
  RANGE_FIELDS,
  type RangeField,
  createEmptyOptions,
} from '../../locations/catalogue/schema.ts';
import type { PinnedResults, SynonymRule } from '../vocabulary/schema.ts';
import { CardCache } from '../card-cache.server.ts';
import { type SearchService, openSearchService } from '../search-service.server.ts';
import type { MapMarkers, SearchFilters, SearchQuery, Suggestion } from '../search-engine.ts';
import { type NumberRange, SEARCH_ORDERS } from '../schema.ts';
import { analyze } from '../text/analysis.ts';
import { KNOWN_WORDS, PLACES as KNOWN_PLACES, THESAURUS } from '../../../../tests/support/vocabulary.ts';
import { RULED_WORDS, anyPins, anyRules } from '../../../../tests/support/search-terms.ts';
import { anyOutline, anyPlaceFilter } from '../../../../tests/support/search-areas.ts';
import { reindexTerms } from './commands.server.ts';

/** Words that share stems and prefixes or are an edit apart. */
const WORDS = (
  'castle castles Castel castaway cast lighthouse lighthouses lighthoose loch lochs lochan Dùn dun ' +
  "Éideann Eideann O'Neill O’Neills Gàidhealtachd Straße the of 1066 106 mill mills milling Newtonmore " +
  '½ 城'
).split(' ');
const OPTIONS: Record<FacetField, string[]> = {
  category: ['Castle', 'Light house', 'Loch'],
  setting: ['Rural', 'Coastal', 'Urban'],
  century: ['18th', '19th'],
  condition: ['Good', 'Ruin'],
  ownershiptype: ['Private', 'Public'],
  localauthority: ['Highland', 'Fife', 'Na h-Eileanan Siar'],
  filmoffice: ['North', 'East'],
};
const QUERY_WORDS = [
  ...WORDS,
  ...KNOWN_WORDS,
  ...RULED_WORDS,
  ...(
    'cas c castel castlee catsle csatle cyztle cystle lihgthouse lightouses lihgthuose lykhthouse lochann ' +
    'l oneill o’neil eidean gaidhealtach gaidhaeltachd strasse newtonmroe 1067 10 nowhere and siar ' +
    'eileannan fife milled 12 城市'
  ).split(' '),
];

const text = (max: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: max }).map((words) => words.join(' '));
const forEachRange = <T>(of: (field: RangeField) => T) =>
  Object.fromEntries(RANGE_FIELDS.map((field) => [field, of(field)])) as Record<RangeField, T>;
const end = fc.option(fc.integer({ min: 0, max: 14 }), { nil: undefined });
const degrees = fc.integer({ min: 0, max: 8 });
const choice = Object.fromEntries(
  FACET_FIELDS.map((field) => [
    field,
    fc.subarray(OPTIONS[field], { maxLength: FACETS[field].isMultiple ? OPTIONS[field].length : 1 }),
  ]),
) as Record<FacetField, fc.Arbitrary<string[]>>;

/** What the search reads of a working copy, and when it is published. */
interface Content extends Readonly<Record<RangeField, number | null>> {
  readonly title: string;
  readonly nearesttown: string | null;
  readonly postcode: string | null;
  readonly address_public: boolean;
  readonly description: string;
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
  readonly position: Position | null;
  readonly featured: boolean;
  readonly publishedAt: Date;
}

const content: fc.Arbitrary<Content> = fc.record({
  title: text(3).map((title) => title || '–'),
  nearesttown: fc.constantFrom(null, 'Newtonmore', 'Dùn Èideann', 'Mill of Loch'),
  postcode: fc.constantFrom(null, 'PA1 9ZZ', 'PA1 9AB', 'PA2 9ZZ'),
  address_public: fc.boolean(),
  description: text(8),
  options: fc.record(choice),
  position: fc.option(fc.record({ latitude: degrees, longitude: degrees })),
  featured: fc.boolean(),
  publishedAt: fc.integer({ min: 0, max: 3 }).map((n) => new Date(1_700_000_000_000 + n)),
  ...forEachRange(() => fc.option(fc.integer({ min: 0, max: 12 }))),
});

const PLACES = 24;
const place = fc.integer({ min: 0, max: PLACES - 1 });
const edit = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ publish: fc.dictionary(place.map(String), content, { minKeys: 1, maxKeys: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ takeOffline: place }) },
);
const catalogue = fc.record({
  first: fc.dictionary(place.map(String), content, { maxKeys: PLACES }),
  edits: fc.array(edit, { maxLength: 5 }),
});

const bbox = fc
  .tuple(degrees, degrees, degrees, degrees)
  .map(([a, b, c, d]): BoundingBox => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
const filters: fc.Arbitrary<SearchFilters> = fc.record(
  {
    ...(Object.fromEntries(
      FACET_FIELDS.map((field) => [field, fc.subarray([...OPTIONS[field], 'Nowhere'], { maxLength: 2 })]),
    ) as typeof choice),
    ...forEachRange((): fc.Arbitrary<NumberRange> => fc.record({ min: end, max: end })),
  },
  { requiredKeys: [] },
);
/** Queries that may have pinned results. */
const PINNED_QUERIES = ['castle', 'loch mill', 'keep', 'near Newtonmore', 'nowhere', '-castle', 'and'];
const query: fc.Arbitrary<SearchQuery> = fc.record({
  words: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(fc.constantFrom(...QUERY_WORDS), { maxLength: 3 }).map((words) => words.join(' ')),
    },
    { weight: 1, arbitrary: fc.constantFrom(...PINNED_QUERIES) },
  ),
  typing: fc.boolean(),
  filters: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: filters }),
  photographs: fc.boolean(),
  bbox: fc.option(bbox, { nil: undefined, freq: 3 }),
  place: fc.option(anyPlaceFilter, { nil: undefined, freq: 2 }),
  outline: fc.option(anyOutline, { nil: undefined, freq: 1 }),
  order: fc.constantFrom(undefined, ...SEARCH_ORDERS),
});

const { kysely: db } = await testDatabase();
const ids = Array.from({ length: PLACES }, (_, i) => `00000000-0000-4000-8000-0000000000${String(i).padStart(2, '0')}`);
let memory: SearchService;
let inSql: SearchService;

async function bothCatchUp(): Promise<void> {
  await memory.catchUp();
  await inSql.catchUp();
}

beforeAll(async () => {
  for (const field of FACET_FIELDS) for (const name of OPTIONS[field]) await addOption(db, field, name);
  for (const [i, id] of ids.entries()) {
    await addLocation(db, { id });
    if (i % 3 === 0) await addImage(db, id, { is_primary: true });
  }
  await db
    .insertInto('search_places')
    .values(KNOWN_PLACES.map((known) => ({ ...known, area: JSON.stringify(known.area) })))
    .execute();
  await db
    .insertInto('thesaurus')
    .values([...THESAURUS])
    .execute();
  memory = await openSearchService('memory', db, new CardCache(db));
  inSql = await openSearchService('postgres', db, new CardCache(db));
});

/** Replaces what the Locations Team has added to the vocabulary. */
async function setTerms(rules: readonly SynonymRule[], pins: readonly PinnedResults[]): Promise<void> {
  await db.deleteFrom('search_synonyms').execute();
  await db.deleteFrom('search_pins').execute();
  const changed_at = new Date();
  for (const { kind, terms, targets } of rules)
    await db
      .insertInto('search_synonyms')
      .values({ kind, terms: [...terms], targets: [...targets], changed_at })
      .execute();
  for (const { key, locations } of pins) {
    const { id } = await db
      .insertInto('search_pins')
      .values({ query: key, key, changed_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('search_pin_locations')
      .values(locations.map((location_id, i) => ({ pin_id: id, location_id, position: i + 1 })))
      .execute();
  }
  for (const search of [memory, inSql]) await search.reloadVocabulary(1);
}

const COLUMNS = [
  'title',
  'nearesttown',
  'postcode',
  'address_public',
  'description',
  'latitude',
  'longitude',
  'featured',
  ...RANGE_FIELDS,
];

/** Writes the contents to the working copies and publishes them. */
async function publish(contents: Readonly<Record<string, Content>>): Promise<void> {
  const rows = Object.entries(contents).map(([n, { position, ...columns }]) => ({
    ...columns,
    ...position,
    id: ids[Number(n)]!,
  }));
  const options = rows.flatMap((row) =>
    FACET_FIELDS.flatMap((field) => row.options[field].map((name) => ({ id: row.id, field, name }))),
  );
  await db.transaction().execute(async (trx) => {
    const changed = rows.map(({ id }) => id);
    await sql`
      update locations l
      set ${sql.join(COLUMNS.map((column) => sql`${sql.id(column)} = c.${sql.id(column)}`))}
      from json_populate_recordset(null::locations, ${JSON.stringify(rows)}) c where c.id = l.id`.execute(trx);
    await sql`delete from location_options where location_id = any(${changed}::uuid[])`.execute(trx);
    await sql`
      insert into location_options (location_id, option_id, field)
      select c.id, o.id, o.field from json_to_recordset(${JSON.stringify(options)}) c (id uuid, field text, name text)
      join options o using (field, name)`.execute(trx);
    for (const row of rows) await publishLocations(trx, { ids: [row.id], at: row.publishedAt }, publishEvent);
  });
}

const PLAIN = {
  ...forEachRange(() => null),
  nearesttown: null,
  postcode: null,
  address_public: false,
  description: '',
  options: createEmptyOptions(),
  position: null,
  featured: false,
  publishedAt: new Date(1_700_000_000_000),
};

async function takeAllOffline(): Promise<void> {
  await db.deleteFrom('published_locations').execute();
  await db.updateTable('locations').set({ status: 'NEW', location_status: 'DRAFT' }).execute();
}

async function apply(change: typeof edit extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  if ('publish' in change) return publish(change.publish);
  const id = ids[change.takeOffline]!;
  const online = await db.selectFrom('published_locations').select('id').where('id', '=', id).executeTakeFirst();
  if (online)
    await db
      .transaction()
      .execute((trx) => unpublishLocation(trx, locationDeps(publishEvent), { id, actor: null, at: new Date() }));
}

/** Everything that must be equal: all but the ranking, and without words or in another order the order too. */
async function answer({ engine, vocabulary }: SearchService, searched: SearchQuery) {
  const { ids: first, facets, ...page } = await engine.search(searched, { offset: 0, limit: 7 });
  const found = [...first];
  while (found.length < page.total)
    found.push(...(await engine.search(searched, { offset: found.length, limit: 7 })).ids);
  const isSorted = searched.order === 'nearest' ? page.place !== null : searched.order !== undefined;
  const hasOrder = isSorted || analyze(searched.words).length === 0;
  const { length: pins } = vocabulary.listPinned(searched.words).filter((id) => found.includes(id));
  return {
    ...page,
    facets: facets(),
    terms: page.terms.toSorted(),
    ids: hasOrder ? found : [...found.slice(0, pins), ...found.slice(pins).toSorted()],
    markers: comparable(await engine.markers(searched, { bbox: [1, 1, 7, 7], zoom: 5 })),
    suggestions: (await engine.suggest(searched.words, 100)).map(byWords).sort(),
  };
}

function comparable({ points, clusters }: MapMarkers) {
  const rounded = clusters.map(({ total, bbox: box, latitude, longitude }) =>
    [total, ...box, latitude.toFixed(9), longitude.toFixed(9)].join(),
  );
  return { points: points.map(({ id }) => id).sort(), clusters: rounded.sort() };
}

/** Titles with the same words are one suggestion, spelt as in the best location. */
function byWords({ kind, text: suggested }: Suggestion): string {
  return `${kind} ${analyze(suggested).join(' ')}`;
}

const TIME_LIMIT_MS = 20_000;

describe('the SQL engine', () => {
  test('answers like the index in memory after any changes', async () => {
    // The time limit of fast-check would leave the last run to change the catalogue of the next test.
    const deadline = performance.now() + TIME_LIMIT_MS;
    await fc.assert(
      fc.asyncProperty(
        catalogue,
        fc.array(query, { minLength: 12, maxLength: 20 }),
        anyRules,
        anyPins(ids, PINNED_QUERIES),
        async ({ first, edits }, queries, rules, pins) => {
          if (performance.now() > deadline) return;
          await takeAllOffline();
          await setTerms(rules, pins);
          await publish(first);
          for (const one of edits) await apply(one);
          await bothCatchUp();
          for (const one of queries) expect(await answer(inSql, one)).toEqual(await answer(memory, one));
          for (const id of ids.slice(0, 4))
            expect(await inSql.engine.similar(id, 5)).toEqual(await memory.engine.similar(id, 5));
          expect(await inSql.engine.featured(5)).toEqual(await memory.engine.featured(5));
        },
      ),
      { numRuns: 25 },
    );
  });

  test('ranks by field and by kind of match like the index in memory', async () => {
    await takeAllOffline();
    await setTerms([], []);
    await publish({
      1: { ...PLAIN, title: 'Hill', description: 'Near the mill' },
      2: { ...PLAIN, title: 'Mill' },
      3: { ...PLAIN, title: 'Hill', nearesttown: 'Mill' },
      4: { ...PLAIN, title: 'Milling' },
      5: { ...PLAIN, title: 'Millport' },
    });
    await bothCatchUp();
    const searched = { words: 'mill', typing: true, filters: {} };
    for (const { engine } of [inSql, memory]) {
      const page = await engine.search(searched, { offset: 0, limit: 9 });
      expect(page.ids.indexOf(ids[2]!)).toBe(0);
      expect(inOrder(page.ids, [2, 4, 5])).toBe(true);
      expect(inOrder(page.ids, [2, 3, 1])).toBe(true);
    }
  });

  test('invalidates cards when the catalogue changes', async () => {
    await takeAllOffline();
    const cards = new CardCache(db);
    const search = await openSearchService('postgres', db, cards);
    await publish({ 1: { ...PLAIN, title: 'Mill 0' } });
    await search.catchUp();
    expect(await cards.get([ids[1]!])).toMatchObject([{ title: 'Mill 0' }]);
    await publish({ 1: { ...PLAIN, title: 'Mill 1' } });
    const generation = search.generation();
    await search.catchUp();
    expect(search.generation()).toBeGreaterThan(generation);
    expect(await cards.get([ids[1]!])).toMatchObject([{ title: 'Mill 1' }]);
  });
});

describe('reindexing the catalogue', () => {
  test('returns the number of locations and stores exactly their words', async () => {
    await takeAllOffline();
    await publish({ 1: { ...PLAIN, title: 'Gone' }, 2: { ...PLAIN, title: 'Castles' } });
    await publish({ 1: { ...PLAIN, title: 'Stays' } });
    expect(await db.transaction().execute(reindexTerms)).toBe(2);
    const { rows } = await sql<{ word: string }>`
      select word from search_words
      except select lexeme from search_terms, unnest(tsvector_to_array(terms)) lexeme`.execute(db);
    expect(rows).toEqual([]);
    await memory.catchUp();
    for (const words of ['stays', 'gone', 'castle']) {
      const searched = { words, filters: {} };
      expect(await answer(inSql, searched)).toEqual(await answer(memory, searched));
    }
  });
});

function inOrder(found: readonly string[], places: readonly number[]): boolean {
  const at = places.map((n) => found.indexOf(ids[n]!));
  return at.every((position, i) => position >= 0 && (i === 0 || position > at[i - 1]!));
}
