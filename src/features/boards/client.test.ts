import { type MutationOptions, MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { ApiError, type Api } from '../../platform/http/contract.ts';
import * as boards from './client.ts';
import * as routes from './contract.ts';
import { boardOfUserQuery } from './ui/admin/client.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const api = boardsApi(db, scout);
const [mill = '', tower = '', shore = ''] = await addPublished(db, ['Mill', 'Tower', 'Shore']);

let client: QueryClient;
let id = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  client = new QueryClient();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  for (const locationId of [mill, tower, shore]) await api(routes.addLocation, { id, locationId });
  await client.fetchQuery(boards.boardsQuery(api, 'own', { locationId: mill }));
  await client.fetchQuery(boards.boardQuery(api, id));
});

const run = <Data, Variables, Before>(options: MutationOptions<Data, Error, Variables, Before>, input: Variables) =>
  new MutationObserver(client, options).mutate(input);
const list = () => client.getQueryData(boards.boardsQuery(api, 'own', { locationId: mill }).queryKey);
const view = () => client.getQueryData(boards.boardQuery(api, id).queryKey);
const order = () => view()?.locations.data.map(({ location }) => location?.title);
const listStaleQueries = () =>
  client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated)
    .map(({ queryKey }) => queryKey[1]);

describe('the cache', () => {
  test('adds a new board at the top of the list and removes a deleted one', async () => {
    const created = await run(boards.createBoardMutation(api), { title: 'Another' });
    expect(list()).toMatchObject({ total: 2, data: [{ title: 'Another' }, { title: 'Episode 4' }] });
    await run(boards.deleteBoardMutation(api), { id: created.id });
    expect(list()).toMatchObject({ total: 1, data: [{ title: 'Episode 4' }] });
  });

  test('updates title and primary image in list and board', async () => {
    await run(boards.updateBoardMutation(api), { id, title: 'Renamed' });
    await run(boards.updateBoardMutation(api), { id, primaryLocationId: tower });
    expect(list()?.data).toMatchObject([{ title: 'Renamed', covers: [{ title: 'Tower' }, { title: 'Mill' }, {}] }]);
    expect(view()).toMatchObject({ title: 'Renamed', primary_location_id: tower });
    expect(view()?.locations.data.map(({ primary }) => primary)).toEqual([false, true, false]);
    expect(listStaleQueries()).toEqual([]);
  });

  test('updates shares and link in list and board', async () => {
    await client.fetchQuery(boards.boardSharesQuery(api, id));
    const [share] = await run(boards.shareBoardMutation(api), { id, emails: ['isla@northlight.example'] });
    const { link } = await run(boards.createLinkMutation(api), { id });
    expect(list()?.data).toMatchObject([{ shared: { share_count: 1, link: true } }]);
    expect(view()).toMatchObject({ link, shared: { share_count: 1, link: true } });
    await run(boards.removeShareMutation(api), { id, shareId: share?.id ?? '' });
    await run(boards.deleteLinkMutation(api), { id });
    expect(list()?.data).toMatchObject([{ shared: { share_count: 0, link: false } }]);
    expect(view()?.link).toBeNull();
    expect(client.getQueryData(boards.boardSharesQuery(api, id).queryKey)).toEqual([]);
    expect(listStaleQueries()).toEqual([]);
  });

  test('updates the list of boards for a location when it is removed and added', async () => {
    await run(boards.removeLocationMutation(api), { id, locationId: mill });
    expect([order(), view()?.count]).toEqual([['Tower', 'Shore'], 2]);
    expect(list()?.data).toMatchObject([{ count: 2, has_location: false }]);
    await run(boards.addLocationMutation(api), { id, locationId: mill, position: 0 });
    expect(list()?.data).toMatchObject([{ count: 3, has_location: true }]);
    expect(listStaleQueries()).toEqual(['board']);
  });

  test('removes an archived board from lists and makes its page read-only', async () => {
    await run(boards.archiveBoardMutation(api), { id });
    expect(list()).toMatchObject({ total: 0, data: [] });
    expect(view()).toMatchObject({ archived_at: expect.any(String), rights: { change: false } });
  });
});

test('changes by the Locations Team in the admin area add no rights on the website', async () => {
  const team = boardsApi(db, await addPerson(db, 'ADMIN'));
  const managed = boardOfUserQuery(team, { userId: scout.id, boardId: id, page: 1 });
  await client.fetchQuery(managed);
  await client.fetchQuery(boards.boardQuery(team, id));
  await run(boards.updateBoardMutation(team), { id, title: 'Renamed' });
  expect(view()).toMatchObject({ title: 'Renamed', rights: { change: false, archive: false } });
  expect(client.getQueryData(managed.queryKey)).toMatchObject({ title: 'Renamed', rights: { change: true } });
  await run(boards.archiveBoardMutation(team), { id });
  expect(client.getQueryData(managed.queryKey)).toMatchObject({ rights: { change: false, delete: true } });
});

describe('moving a location', () => {
  /** Returns an API that does not respond before `release` is called. */
  function createDelayedApi(outcome: 'response' | 'fail'): { api: Api; letGo: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const delayed: Api = async (route, input, options) => {
      await promise;
      if (outcome === 'fail') throw new ApiError('INTERNAL', 'no');
      return api(route, input, options);
    };
    return { api: delayed, letGo: resolve };
  }

  test('is shown before the response', async () => {
    const { api: delayed, letGo: release } = createDelayedApi('response');
    const move = run(boards.updateLocationMutation(delayed), { id, locationId: shore, position: 0 });
    await expect.poll(order).toEqual(['Shore', 'Mill', 'Tower']);
    release();
    await move;
    expect(order()).toEqual(['Shore', 'Mill', 'Tower']);
    await client.refetchQueries({ queryKey: ['boards', 'board', id] });
    expect(order()).toEqual(['Shore', 'Mill', 'Tower']);
  });

  test('is rolled back when it fails', async () => {
    const { api: delayed, letGo: release } = createDelayedApi('fail');
    const move = run(boards.updateLocationMutation(delayed), { id, locationId: shore, position: 0 }).catch(String);
    await expect.poll(order).toEqual(['Shore', 'Mill', 'Tower']);
    release();
    await move;
    expect(order()).toEqual(['Mill', 'Tower', 'Shore']);
  });

  test('removes the location from the page when it moves to another page', async () => {
    await client.fetchQuery(boards.boardQuery(api, id, { size: 2 }));
    await run(boards.updateLocationMutation(api), { id, locationId: mill, position: 3 });
    const page = client.getQueryData(boards.boardQuery(api, id, { size: 2 }).queryKey);
    expect(page?.locations.data.map(({ location }) => location?.title)).toEqual(['Tower']);
  });
});
