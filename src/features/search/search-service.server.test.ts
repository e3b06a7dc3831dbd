import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { SAMPLE_OPTIONS, addLocation, clearCatalogue, locationDeps } from '../../../tests/support/locations.ts';
import { publishEvent } from '../../server/event-subscriptions.ts';
import { deleteOldChanges } from '../locations/catalogue/published/jobs.server.ts';
import { renameOption } from '../locations/catalogue/options/commands.server.ts';
import { publishLocations, unpublishLocation } from '../locations/publishing/commands.server.ts';
import { CardCache } from './card-cache.server.ts';
import { type SearchService, openSearchService } from './search-service.server.ts';

const { kysely: db } = await testDatabase();
const WITHOUT_ACTOR = { actorId: null, at: new Date() };
const at = new Date('2026-11-12T09:30:00Z');

beforeEach(() => clearCatalogue(db));

async function publish(title: string, id?: string): Promise<string> {
  const location = id ?? (await addLocation(db, { title, options: SAMPLE_OPTIONS }));
  await db.updateTable('locations').set({ title }).where('id', '=', location).execute();
  await db.transaction().execute((trx) => publishLocations(trx, { ids: [location], at }, publishEvent));
  return location;
}

const unpublish = (id: string) =>
  db.transaction().execute((trx) => unpublishLocation({ ...locationDeps(publishEvent), trx, actor: null, at }, { id }));

/** Ages the recorded changes by some days, and deletes expired ones. */
async function expireChanges(days: number): Promise<void> {
  await sql`update catalogue_changes set changed_at = changed_at - make_interval(days => ${days})`.execute(db);
  await deleteOldChanges(db);
}

const countChanges = async () => (await db.selectFrom('catalogue_changes').select('location_id').execute()).length;

describe('the search of a node', () => {
  async function open() {
    const cards = new CardCache(db);
    const search = await openSearchService(db, cards);
    return { search, titles: () => titlesOf(search, cards) };
  }

  async function titlesOf(search: SearchService, cards: CardCache): Promise<string[]> {
    const { ids } = await search.engine.search({ words: '', filters: {} }, { offset: 0, limit: 20 });
    return (await cards.get(ids)).map(({ title }) => title).toSorted();
  }

  test('understands a term as soon as the thesaurus has it, and an option by its new name', async () => {
    await publish('Bleachfield');
    const { search } = await open();
    const countFound = async (words: string) =>
      (await search.engine.search({ words, filters: {} }, { offset: 0, limit: 1 })).total;
    expect(await countFound('sawmill')).toBe(0);
    await db
      .insertInto('thesaurus')
      .values({ term: 'sawmill', field: 'category', value: 'Mill or factory', related: false })
      .execute();
    await search.reloadVocabulary(1);
    expect(await countFound('sawmill')).toBe(1);
    const rename = { field: 'category', from: 'Mill or factory', to: 'Works', ...WITHOUT_ACTOR } as const;
    await db.transaction().execute((trx) => renameOption(trx, rename, publishEvent));
    await search.catchUp();
    await search.reloadVocabulary(2);
    expect(await countFound('sawmill')).toBe(1);
    expect(await countFound('works')).toBe(1);
  });

  test('knows an added, a renamed and a deleted place, and the others after a change of something else', async () => {
    const { search } = await open();
    const reload = async () => {
      await search.reloadVocabulary(1);
      return ['strathquern', 'inverquern'].filter((name) => search.vocabulary.findPlace([name], true));
    };
    const area = JSON.stringify({ councils: [], circles: [[57.1, -4.1, 5]], outlines: [] });
    const toNames = (name: string) => ({ name, names: [name] });
    await db
      .insertInto('search_places')
      .values({ ...toNames('Strathquern'), common: true, reach: 5, area, latitude: 57.1, longitude: -4.1 })
      .execute();
    expect(await reload()).toEqual(['strathquern']);
    await db
      .insertInto('thesaurus')
      .values({ term: 'lade', field: 'word', value: 'millrace', related: false })
      .execute();
    expect(await reload()).toEqual(['strathquern']);
    await db.updateTable('search_places').set(toNames('Inverquern')).where('name', '=', 'Strathquern').execute();
    expect(await reload()).toEqual(['inverquern']);
    await db.deleteFrom('search_places').where('name', '=', 'Inverquern').execute();
    await db.deleteFrom('thesaurus').where('term', '=', 'lade').execute();
    expect(await reload()).toEqual([]);
  });

  test('applies the changes of the last week', async () => {
    const { search, titles } = await open();
    await publish('Abbey');
    await expireChanges(6);
    expect(await countChanges()).toBeGreaterThan(0);
    await search.catchUp();
    expect(await titles()).toEqual(['Abbey']);
  });

  test('is rebuilt if changes that it missed have been deleted, even if later ones have not', async () => {
    const [abbey, mill] = [await publish('Abbey'), await publish('Mill')];
    const { search, titles } = await open();
    expect(await titles()).toEqual(['Abbey', 'Mill']);

    await publish('Abbey in ruins', abbey);
    await unpublish(mill);
    await expireChanges(8);
    expect(await countChanges()).toBe(0);
    await search.catchUp();
    expect(await titles()).toEqual(['Abbey in ruins']);

    await publish('Abbey', abbey);
    await expireChanges(8);
    await publish('Quay');
    expect(await countChanges()).toBe(1);
    await search.catchUp();
    expect(await titles()).toEqual(['Abbey', 'Quay']);

    // From then on changes are applied again.
    const { engine } = search;
    await publish('Weir');
    await search.catchUp();
    expect(await titles()).toEqual(['Abbey', 'Quay', 'Weir']);
    expect(search.engine).toBe(engine);
  });

  test('is rebuilt in the background after many changes, and misses none meanwhile', async () => {
    const ids = [await publish('Abbey'), await publish('Mill'), await publish('Quay')];
    const cards = new CardCache(db);
    const search = await openSearchService(db, cards, { maxRecent: 1 });
    const { engine } = search;
    await publish('Abbey in ruins', ids[0]);
    await unpublish(ids[1]!);
    await search.catchUp();
    expect(search.engine).toBe(engine);
    expect(await titlesOf(search, cards)).toEqual(['Abbey in ruins', 'Quay']);
    // While the new index is being built.
    await publish('Weir');
    const generation = search.generation();
    await search.catchUp();
    expect(search.generation()).toBeGreaterThan(generation);
    expect(await titlesOf(search, cards)).toEqual(['Abbey in ruins', 'Quay', 'Weir']);
    const newest = search.generation();
    await expect.poll(() => search.engine !== engine).toBe(true);
    expect(search.generation()).toBe(newest);
    expect(await titlesOf(search, cards)).toEqual(['Abbey in ruins', 'Quay', 'Weir']);
  });

  test('finds a renamed option by its new name', async () => {
    const id = await publish('Mill');
    const cards = new CardCache(db);
    const search = await openSearchService(db, cards);
    const find = (words: string, category: string[] = []) =>
      search.engine.search({ words, filters: { category } }, { offset: 0, limit: 20 });
    expect((await find('factory')).ids).toEqual([id]);
    expect((await cards.get([id]))[0]?.category).toEqual(['Mill or factory']);

    const rename = { field: 'category', from: 'Mill or factory', to: 'Workshop', ...WITHOUT_ACTOR } as const;
    await db.transaction().execute((trx) => renameOption(trx, rename, publishEvent));
    await search.catchUp();
    expect((await find('workshop')).ids).toEqual([id]);
    expect((await find('factory')).ids).toEqual([]);
    const { ids, facets } = await find('', ['Workshop']);
    expect(ids).toEqual([id]);
    expect(facets().find(({ field }) => field === 'category')).toMatchObject({
      options: [{ name: 'Workshop', total: 1 }],
    });
    expect((await cards.get([id]))[0]?.category).toEqual(['Workshop']);
  });
});

test('renames only an existing option, to a name that does not exist', async () => {
  await publish('Mill');
  const rename = (from: string, to: string) =>
    db
      .transaction()
      .execute((trx) => renameOption(trx, { field: 'setting', from, to, ...WITHOUT_ACTOR }, publishEvent));
  await addLocation(db, { options: { setting: ['Moor'] } });
  await expect(rename('Forest', 'Wood')).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await expect(rename('Riverside', 'Moor')).rejects.toMatchObject({ errorType: 'CONFLICT' });
});
