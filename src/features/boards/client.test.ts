import {
  type MutationOptions,
  type QueryKey,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../tests/support/boards.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { addPerson } from '../../../tests/support/people.ts';
import { ApiError, type Api } from '../../platform/http/contract.ts';
import * as boards from './client.ts';
import * as routes from './contract.ts';
import { savedLocationsQuery } from './saved-locations/client.ts';
import { boardOfUserQuery } from './ui/admin/client.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const api = boardsApi(db, scout);
const [mill = '', tower = '', shore = ''] = await addPublished(db, ['Mill', 'Tower', 'Shore']);

let client: QueryClient;
let id = '';
const unsubscribe: (() => void)[] = [];

/** Shows a query, as a page does that is open. */
async function show(query: { readonly queryKey: QueryKey }): Promise<void> {
  unsubscribe.push(new QueryObserver(client, { ...query, retry: false }).subscribe(() => {}));
  await client.fetchQuery(query);
}

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  client = new QueryClient();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  for (const locationId of [mill, tower, shore]) await api(routes.addLocation, { id, locationId });
  await show(boards.boardsQuery(api, 'own', { locationId: mill }));
  await show(boards.boardQuery(api, id));
});
afterEach(() => unsubscribe.splice(0).forEach((stop) => stop()));

const run = <Data, Variables, Before>(options: MutationOptions<Data, Error, Variables, Before>, input: Variables) =>
  new MutationObserver(client, options).mutate(input);
const list = () => client.getQueryData(boards.boardsQuery(api, 'own', { locationId: mill }).queryKey);
const view = () => client.getQueryData(boards.boardQuery(api, id).queryKey);
const order = () => view()?.locations.data.map(({ location }) => location?.title);

describe('after a change, pages show', () => {
  test('a new board at the top of the list, and a deleted one no longer', async () => {
    const created = await run(boards.createBoardMutation(api), { title: 'Another' });
    expect(list()).toMatchObject({ total: 2, data: [{ title: 'Another' }, { title: 'Episode 4' }] });
    await run(boards.deleteBoardMutation(api), { id: created.id });
    expect(list()).toMatchObject({ total: 1, data: [{ title: 'Episode 4' }] });
  });

  test('title and primary image in list and board', async () => {
    await run(boards.updateBoardMutation(api), { id, title: 'Renamed' });
    await run(boards.updateBoardMutation(api), { id, primaryLocationId: tower });
    expect(list()?.data).toMatchObject([{ title: 'Renamed', covers: [{ title: 'Tower' }, { title: 'Mill' }, {}] }]);
    expect(view()).toMatchObject({ title: 'Renamed', primary_location_id: tower });
    expect(view()?.locations.data.map(({ primary }) => primary)).toEqual([false, true, false]);
  });

  test('a note', async () => {
    await run(boards.updateLocationMutation(api), { id, locationId: tower, note: 'At dusk' });
    expect(view()?.locations.data.map(({ note }) => note)).toEqual([null, 'At dusk', null]);
  });

  test('shares and link in list and board', async () => {
    await show(boards.boardSharesQuery(api, id));
    const [share] = await run(boards.shareBoardMutation(api), { id, emails: ['isla@northlight.example'] });
    const { link } = await run(boards.createLinkMutation(api), { id });
    expect(list()?.data).toMatchObject([{ shared: { share_count: 1, link: true } }]);
    expect(view()).toMatchObject({ link, shared: { share_count: 1, link: true } });
    await run(boards.removeShareMutation(api), { id, shareId: share?.id ?? '' });
    await run(boards.deleteLinkMutation(api), { id });
    expect(list()?.data).toMatchObject([{ shared: { share_count: 0, link: false } }]);
    expect(view()?.link).toBeNull();
    expect(client.getQueryData(boards.boardSharesQuery(api, id).queryKey)).toEqual([]);
  });

  test('whether boards and the caller have a location', async () => {
    await show(savedLocationsQuery(api));
    const saved = () => [...(client.getQueryData(savedLocationsQuery(api).queryKey) ?? [])];
    await run(boards.removeLocationMutation(api), { id, locationId: mill });
    expect([order(), view()?.count]).toEqual([['Tower', 'Shore'], 2]);
    expect(list()?.data).toMatchObject([{ count: 2, has_location: false }]);
    await expect.poll(saved).not.toContain(mill);
    await run(boards.addLocationMutation(api), { id, locationId: mill, position: 0 });
    expect(order()).toEqual(['Mill', 'Tower', 'Shore']);
    expect(saved()).toContain(mill);
    await expect.poll(list).toMatchObject({ data: [{ count: 3, has_location: true }] });
  });

  test('an archived board only where it is open, without rights to change it', async () => {
    await run(boards.archiveBoardMutation(api), { id });
    expect(list()).toMatchObject({ total: 0, data: [] });
    expect(view()).toMatchObject({ archived_at: expect.any(String), rights: { change: false } });
  });
});

test('pages that are opened after a change load again', async () => {
  const archived = boards.boardsQuery(api, 'archived');
  await client.fetchQuery(archived);
  await run(boards.archiveBoardMutation(api), { id });
  expect(await client.ensureQueryData(archived)).toMatchObject({ data: [{ title: 'Episode 4' }] });
});

test('a page that loads during a change gets no error, and what the change has left', async () => {
  const responded = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow: Api = async (route, input, options) => {
    const output = await api(route, input, options);
    responded.resolve();
    await released.promise;
    return output;
  };
  const loaded = client.ensureQueryData(boards.boardQuery(slow, id, { page: 1 }));
  await responded.promise;
  await run(boards.updateBoardMutation(api), { id, title: 'Renamed' });
  released.resolve();
  expect(await loaded).toMatchObject({ title: 'Renamed' });
  expect(client.getQueryData(boards.boardQuery(api, id, { page: 1 }).queryKey)).toMatchObject({ title: 'Renamed' });
});

test('the page of a board stays as it was when the board is deleted', async () => {
  await run(boards.deleteBoardMutation(api), { id });
  expect(client.getQueryState(boards.boardQuery(api, id).queryKey)).toMatchObject({ status: 'success', error: null });
});

test('changes by the Locations Team in the admin area add no rights on the website', async () => {
  const team = boardsApi(db, await addPerson(db, 'ADMIN'));
  const managed = boardOfUserQuery(team, { userId: scout.id, boardId: id, page: 1 });
  unsubscribe.splice(0).forEach((stop) => stop());
  await show(managed);
  client.removeQueries({ queryKey: boards.boardQuery(team, id).queryKey });
  await show(boards.boardQuery(team, id));
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
  });

  test('stays shown while the one before it is saved', async () => {
    const seen: string[] = [];
    unsubscribe.push(client.getQueryCache().subscribe(() => void seen.push(String(order()))));
    const { api: delayed, letGo: release } = createDelayedApi('response');
    const moves = [
      run(boards.updateLocationMutation(delayed), { id, locationId: shore, position: 0 }),
      run(boards.updateLocationMutation(delayed), { id, locationId: tower, position: 0 }),
    ];
    await expect.poll(order).toEqual(['Tower', 'Shore', 'Mill']);
    const at = seen.length;
    release();
    await Promise.all(moves);
    expect(new Set(seen.slice(at))).toEqual(new Set(['Tower,Shore,Mill']));
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
    const { api: delayed, letGo: release } = createDelayedApi('response');
    const page = boards.boardQuery(api, id, { size: 2 });
    const titles = () => client.getQueryData(page.queryKey)?.locations.data.map(({ location }) => location?.title);
    await show(page);
    const move = run(boards.updateLocationMutation(delayed), { id, locationId: mill, position: 3 });
    await expect.poll(titles).toEqual(['Tower']);
    release();
    await move;
    expect(titles()).toEqual(['Tower', 'Shore']);
  });
});
