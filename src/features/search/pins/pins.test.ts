import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { SAMPLE_OPTIONS, addLocation, locationDeps } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { publishEvent } from '../../../server/event-subscriptions.ts';
import { publishLocations, unpublishLocation } from '../../locations/publishing/commands.server.ts';
import { CardCache } from '../card-cache.server.ts';
import type { SearchQuery } from '../search-engine.ts';
import { openSearchService } from '../search-service.server.ts';
import { toQueryKey } from '../vocabulary/query-key.ts';
import * as routes from './contract.ts';
import { MAX_PINS } from './messages.ts';
import { searchFeature } from '../feature.ts';

const { kysely: db } = await testDatabase();
const add = (title: string, options = SAMPLE_OPTIONS) => addLocation(db, { title, options });
const castles: string[] = [];
for (let i = 0; i < 9; i++) castles.push(await add(`Castle ${i}`));
const mill = await add('Mill', { ...SAMPLE_OPTIONS, setting: ['Strait'] });
const draft = await add('Castle in the air');
const publish = (...ids: string[]) =>
  db.transaction().execute((trx) => publishLocations(trx, { ids, at: new Date() }, publishEvent));
await publish(...castles, mill);
const search = await openSearchService(db, new CardCache(db));
const admin = await addPerson(db, 'ADMIN');
const api = createJsonApi(
  createInProcessCaller(featureHandlers(searchFeature, testServices(db)), createCallContext(admin)),
);
const pinned = [castles[4]!, mill, castles[0]!];

beforeEach(async () => void (await db.deleteFrom('search_pins').execute()));

describe('a search with pinned results', () => {
  const find = async (query: Partial<SearchQuery>, offset = 0, limit = 20) => {
    await search.catchUp();
    await search.reloadVocabulary(1);
    const found = await search.engine.search({ words: 'castle', filters: {}, ...query }, { offset, limit });
    return { ids: found.ids, total: found.total };
  };

  test('pinned locations come first in their order, each once over all pages', async () => {
    const before = await find({});
    await api(routes.addPin, { query: 'Castle', locations: pinned });
    const { ids, total } = await find({});
    expect(ids.slice(0, 3)).toEqual(pinned);
    // The mill is a result only because it is pinned.
    expect([before.total, total]).toEqual([9, 10]);
    const pages = [];
    for (let offset = 0; offset < total; offset += 3) pages.push(...(await find({}, offset, 3)).ids);
    expect(pages).toEqual(ids);
    expect(ids.toSorted()).toEqual([...castles, mill].toSorted());
  });

  test('filters, another order and other searches are as before', async () => {
    await api(routes.addPin, { query: 'castle', locations: pinned });
    expect(await find({ filters: { setting: ['Strait'] } })).toEqual({ ids: [mill], total: 1 });
    const sorted = await find({ order: 'title' });
    expect(sorted.ids).toEqual([...castles, mill]);
    expect((await find({ words: '"castle"' })).total).toBe(9);
    expect((await find({ words: 'castles' })).total).toBe(9);
    expect((await find({ words: ' CASTLE ' })).ids[0]).toBe(castles[4]);
  });

  test('a search that finds nothing else finds its pinned locations, on the map too', async () => {
    await api(routes.addPin, { query: 'nowhere', locations: [mill] });
    expect(await find({ words: 'nowhere' })).toEqual({ ids: [mill], total: 1 });
    const query = { words: 'nowhere', filters: {} };
    const page = await search.engine.search(query, { offset: 0, limit: 1 });
    expect(page.facets().find(({ field }) => field === 'setting')?.options).toEqual([{ name: 'Strait', total: 1 }]);
  });

  test('an unpublished location is skipped and shown as such, until it is published again', async () => {
    const { id } = await api(routes.addPin, { query: 'castle', locations: [castles[4]!, castles[2]!] });
    await db
      .transaction()
      .execute((trx) =>
        unpublishLocation({ ...locationDeps(publishEvent), trx, actor: null, at: new Date() }, { id: castles[4]! }),
      );
    expect((await find({})).ids[0]).toBe(castles[2]);
    const [pin] = await api(routes.pins, {});
    expect(pin?.locations).toMatchObject([{ published: false }, { published: true }]);
    // It may stay when the others change.
    await api(routes.updatePin, { id, version: 1, query: 'castle', locations: [castles[3]!, castles[4]!] });
    await publish(castles[4]!);
    expect((await find({})).ids.slice(0, 2)).toEqual([castles[3], castles[4]]);
  });
});

test('one search has one list, of at most five published locations', async () => {
  const reject = async (query: string, locations: string[]) =>
    expect(api(routes.addPin, { query, locations })).rejects.toMatchObject({ errorType: 'INVALID' });
  const { id } = await api(routes.addPin, { query: 'Castle', locations: [mill] });
  await reject('cåstle', [castles[0]!]);
  await reject('abbey', []);
  await reject('abbey', castles.slice(0, 6));
  await reject('abbey', [draft]);
  await reject(' - ', [mill]);
  await expect(api(routes.updatePin, { id, version: 1, query: 'castle', locations: [draft] })).rejects.toMatchObject({
    fields: { locations: expect.stringContaining('not published') },
  });
  await api(routes.updatePin, { id, version: 1, query: 'castle', locations: castles.slice(0, 5) });
  const stale = { id, version: 1, query: 'castle', locations: [mill] };
  await expect(api(routes.updatePin, stale)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  expect((await api(routes.pinnedResults, { query: 'CASTLE' })).pin?.locations).toHaveLength(5);
  await api(routes.deletePin, { id, version: 2 });
  expect(await api(routes.pinnedResults, { query: 'castle' })).toEqual({ pin: null });
  const { details } = await db
    .selectFrom('audit_logs')
    .select('details')
    .where('type', '=', 83)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(details).toEqual({
    before: '‘Castle’ → Mill',
    after: '‘castle’ → Castle 0, Castle 1, Castle 2, Castle 3, Castle 4',
  });
  const full = Array.from({ length: MAX_PINS }, (_, i) => ({ query: `q${i}`, key: `q${i}`, changed_at: new Date() }));
  await db.insertInto('search_pins').values(full).execute();
  await reject('abbey', [mill]);
});

test.each([
  ['  Dùn   Èideann ', 'dun eideann'],
  ['Castle -Ruin', 'castle -ruin'],
  ['+castle “White House”', '+castle "white house"'],
  ['castle - ruin', 'castle ruin'],
  ['" "', ''],
])('the key of the search %j is %j', (query, key) => expect(toQueryKey(query)).toBe(key));
