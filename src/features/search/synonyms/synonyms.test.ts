import { beforeEach, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { SAMPLE_OPTIONS, addLocation } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { publishEvent } from '../../../server/event-subscriptions.ts';
import { renameOption } from '../../locations/catalogue/options/commands.server.ts';
import { publishLocations } from '../../locations/publishing/commands.server.ts';
import { CardCache } from '../card-cache.server.ts';
import { openSearchService } from '../search-service.server.ts';
import * as routes from './contract.ts';
import { MAX_RULES } from './limits.ts';
import { otherMeaning } from './messages.ts';
import { searchFeature } from '../feature.ts';

const { kysely: db } = await testDatabase();
const area = JSON.stringify({ councils: [], circles: [[57, -6, 40]], outlines: [] });
await db
  .insertInto('search_places')
  .values({ name: 'Skye', names: ['Skye'], common: true, reach: 40, area, latitude: 57, longitude: -6 })
  .execute();
await db
  .insertInto('thesaurus')
  .values([
    { term: 'tavern', field: 'word', value: 'alehouse', related: false },
    { term: 'mill house', field: 'category', value: 'Mill or factory', related: false },
  ])
  .execute();
const titles = ['Alehouse of Ewe', 'Howff of Rait', 'Concrete tower', 'Water mill', 'Water tower'];
const ids: string[] = [];
for (const title of titles) ids.push(await addLocation(db, { title, options: SAMPLE_OPTIONS }));
await db.transaction().execute((trx) => publishLocations(trx, { ids, at: new Date() }, publishEvent));
const search = await openSearchService(db, new CardCache(db));
const admin = await addPerson(db, 'ADMIN');
const handlers = featureHandlers(searchFeature, testServices(db, { search }));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));

const equal = (...terms: string[]) => ({ kind: 'EQUAL' as const, terms, targets: [] });
const oneWay = (terms: string[], targets: string[]) => ({ kind: 'ONE_WAY' as const, terms, targets });

async function countFound(words: string): Promise<number> {
  await search.reloadVocabulary(1);
  return (await search.engine.search({ words, filters: {} }, { offset: 0, limit: 0 })).total;
}

beforeEach(async () => {
  await db.deleteFrom('search_synonyms').execute();
  await search.reloadVocabulary(1);
});

test('equal words find each other, and what they mean by themselves, but nothing further', async () => {
  await api(routes.addSynonym, equal('Howff', 'tavern'));
  expect(await countFound('howffs')).toBe(2);
  expect(await countFound('alehouse')).toBe(1);
  // A chain ends after one step.
  await api(routes.addSynonym, equal('bothy', 'howff'));
  expect(await countFound('bothy')).toBe(1);
  expect(await countFound('"howff"')).toBe(1);
});

test('one-way words find words that occur together and options, and not the other way round', async () => {
  await api(routes.addSynonym, oneWay(['lade'], ['water tower']));
  expect([await countFound('lade'), await countFound('water')]).toEqual([1, 2]);
  const [option] = SAMPLE_OPTIONS.century;
  await api(routes.addSynonym, oneWay(['brutalist'], [option!]));
  expect(await countFound('brutalist')).toBe(titles.length);
  const rename = { field: 'century', from: option!, to: 'Postwar', actorId: null, at: new Date() } as const;
  await db.transaction().execute((trx) => renameOption(trx, rename, publishEvent));
  await search.catchUp();
  expect(await countFound('brutalist')).toBe(titles.length);
  const [added] = (await api(routes.synonyms, { query: 'brutalist' })).data;
  expect(added).toMatchObject({ meanings: ['Postwar'], version: 2 });
});

test('a synonym matches less than the word itself', async () => {
  await api(routes.addSynonym, equal('howff', 'alehouse'));
  await search.reloadVocabulary(1);
  const page = { offset: 0, limit: 2 };
  const first = async (words: string) => (await search.engine.search({ words, filters: {} }, page)).ids;
  expect(await first('howff')).toEqual([ids[1], ids[0]]);
  expect(await first('alehouse')).toEqual([ids[0], ids[1]]);
});

test('a rule can be switched off and on, changed and deleted, with what was and is in the audit log', async () => {
  const { id } = await api(routes.addSynonym, equal('howff', 'alehouse'));
  await api(routes.updateSynonym, { id, version: 1, ...equal('howff', 'alehouse'), enabled: false });
  expect(await countFound('howff')).toBe(1);
  await api(routes.updateSynonym, { id, version: 2, ...equal('howff', 'alehouse', 'bothy'), enabled: true });
  expect(await countFound('bothy')).toBe(2);
  const stale = { id, version: 1, ...equal('howff', 'inn') };
  await expect(api(routes.updateSynonym, stale)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  await expect(api(routes.deleteSynonym, { id, version: 1 })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  await api(routes.deleteSynonym, { id, version: 3 });
  expect(await countFound('bothy')).toBe(0);
  const entries = await db
    .selectFrom('audit_logs')
    .select(['type', 'details'])
    .where('type', 'in', [80, 81, 82])
    .orderBy('id', 'desc')
    .limit(4)
    .execute();
  expect(entries.map(({ details }) => details)).toEqual([
    { before: 'howff = alehouse = bothy' },
    { before: 'howff = alehouse (off)', after: 'howff = alehouse = bothy' },
    { before: 'howff = alehouse', after: 'howff = alehouse (off)' },
    { after: 'howff = alehouse' },
  ]);
});

test('a shipped term can be switched off and on', async () => {
  expect(await countFound('tavern')).toBe(1);
  await api(routes.switchTerm, { term: 'tavern', enabled: false, version: 0 });
  expect(await countFound('tavern')).toBe(0);
  const again = { term: 'tavern', enabled: false, version: 0 };
  await expect(api(routes.switchTerm, again)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  await expect(api(routes.switchTerm, { term: 'inn', enabled: false })).rejects.toMatchObject({
    errorType: 'NOT_FOUND',
  });
  const { data } = await api(routes.synonyms, { query: 'tavern' });
  expect(data).toMatchObject([{ origin: 'SHIPPED', enabled: false, version: 1, changed_by: { id: admin.id } }]);
  await api(routes.switchTerm, { term: 'tavern', enabled: true, version: 1 });
  expect(await countFound('tavern')).toBe(1);
});

test('the list has the changes of the team first, and can be filtered', async () => {
  await api(routes.addSynonym, equal('zinc works', 'smelter'));
  const { data, total } = await api(routes.synonyms, {});
  expect(data.map(({ origin }) => origin)).toEqual(['SHIPPED', 'ADDED', 'SHIPPED'].toSorted());
  expect(total).toBe(3);
  expect((await api(routes.synonyms, { origin: 'SHIPPED', query: 'mill fac' })).data).toMatchObject([
    { terms: ['mill house'], meanings: ['Mill or factory'] },
  ]);
  expect((await api(routes.synonyms, { sortBy: 'terms', sortOrder: 'desc' })).data[0]!.terms[0]).toBe('zinc works');
});

test('what searches could not use is rejected, and changes nothing', async () => {
  const reject = async (
    rule: Parameters<typeof api<typeof routes.addSynonym.input, typeof routes.addSynonym.output>>[1],
  ) => expect(api(routes.addSynonym, rule)).rejects.toMatchObject({ errorType: 'INVALID' });
  await api(routes.addSynonym, equal('howff', 'alehouse'));
  await reject(equal('Howff', 'HOWFF'));
  await reject(equal('alehouse', 'Howff'));
  await reject(oneWay(['howff'], []));
  await reject(oneWay([], ['howff']));
  await reject(equal('the', 'howff'));
  await reject(equal('one two three four five six', 'howff'));
  await reject(equal('x'.repeat(61), 'howff'));
  await reject(equal(...Array.from({ length: 11 }, (_, i) => `word${i}`)));
  await reject(oneWay(['Skye'], ['island']));
  await reject(oneWay(['1960s'], ['concrete']));
  await reject(oneWay(['near Skye'], ['island']));
  await api(routes.addSynonym, oneWay(['isle'], ['Skye']));
  const { total } = await api(routes.synonyms, { origin: 'ADDED' });
  expect(total).toBe(2);
});

test('there are at most as many rules as the search can have', async () => {
  const values = Array.from({ length: MAX_RULES }, (_, i) => ({
    ...equal('howff', `pub ${i}`),
    changed_at: new Date(),
  }));
  await db.insertInto('search_synonyms').values(values).execute();
  await expect(api(routes.addSynonym, equal('howff', 'bothy'))).rejects.toMatchObject({ errorType: 'INVALID' });
});

test('trying a synonym shows what searches would find with and without it, and saves nothing', async () => {
  const tried = { ...oneWay(['quaich'], ['howff', 'concrete']), query: 'quaich' };
  expect(await api(routes.previewSynonym, tried)).toMatchObject({
    with: { total: 2, parts: [{ text: 'quaich', synonyms: ['howff', 'concrete'] }] },
    without: { total: 0, parts: [{ text: 'quaich', synonyms: [] }] },
  });
  const { id } = await api(routes.addSynonym, oneWay(['quaich'], ['howff']));
  const { with: changed, without } = await api(routes.previewSynonym, { ...tried, id });
  expect([changed.total, without.total]).toEqual([2, 0]);
  expect((await api(routes.synonyms, { origin: 'ADDED' })).total).toBe(1);
  // Terms that cannot be saved are rejected here too.
  const place = { ...equal('skye', 'quaich'), query: 'skye' };
  await expect(api(routes.previewSynonym, place)).rejects.toMatchObject({ message: otherMeaning('skye') });
});
