import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { type Person, addPerson } from '../../../tests/support/people.ts';
import { featureApi, testServices } from '../../../tests/support/services.ts';
import { getListPermission, getPageAccess, listAdminSections } from '../accounts/page-access.ts';
import { AUDIT_TYPES } from '../audit-log/entry-types.ts';
import { publishEvent } from '../../server/event-subscriptions.ts';
import { INITIAL_LAYOUT } from '../../ui/table/table-layout.ts';
import type { ListDefinition } from '../../ui/table/table-state.ts';
import * as routes from './contract.ts';
import { listViewFeature } from './feature.ts';
import { MAX_OWN_VIEWS, type ViewContent } from './schema.ts';

const { kysely: db } = await testDatabase();
const apiOf = (person: Person) => featureApi(listViewFeature, testServices(db), person);
const [isla, ewan] = [await addPerson(db, 'ADMIN'), await addPerson(db, 'ADMIN')];
const [api, colleague] = [apiOf(isla), apiOf(ewan)];
/** Sees the lists, but may not change the views of the team. */
const { 'list-view.edit-team': _, ...others } = ewan.permissions;
const member = apiOf({ ...ewan, permissions: others });

const layout = { ...INITIAL_LAYOUT, hidden: ['email'], order: ['role', 'id'], widths: { id: 120 } };
const content = { search: { role: ['SCOUT', 'OWNER'], sortBy: 'id', sortOrder: 'desc' }, layout } as ViewContent;
const own = { list: 'users', name: 'Scouts', isTeam: false, content };
const team = { ...own, name: 'Everybody’s', isTeam: true };

beforeEach(async () => {
  await db.deleteFrom('list_views').execute();
});

const listEntries = () =>
  db.selectFrom('audit_logs').select(['type', 'details']).where('type', 'in', [85, 86, 87]).orderBy('id').execute();

describe('views of a list', () => {
  test('are seen by their maker, and those of the team by everybody, of this list only', async () => {
    const { saved } = await api(routes.addView, own);
    expect(saved.views).toEqual([{ id: expect.any(String), version: 1, name: 'Scouts', isTeam: false, content }]);
    await api(routes.addView, team);
    const getNames = async (of: typeof api, list: string) =>
      (await of(routes.viewsOfList, { list })).views.map(({ name }) => name);
    expect(await getNames(api, 'users')).toEqual(['Everybody’s', 'Scouts']);
    expect(await getNames(colleague, 'users')).toEqual(['Everybody’s']);
    expect(await getNames(api, 'locations')).toEqual([]);
  });

  test('cannot be changed or deleted by others', async () => {
    const { id } = await api(routes.addView, own);
    const notFound = { errorType: 'NOT_FOUND' };
    await expect(colleague(routes.updateView, { id, name: 'Mine' })).rejects.toMatchObject(notFound);
    await expect(colleague(routes.deleteView, { id })).rejects.toMatchObject(notFound);
    await expect(colleague(routes.setDefaultView, { list: 'users', viewId: id })).rejects.toMatchObject(notFound);
    expect((await api(routes.viewsOfList, { list: 'users' })).views).toMatchObject([{ name: 'Scouts', version: 1 }]);
  });

  test('of the team need a permission', async () => {
    const { id } = await api(routes.addView, team);
    const forbidden = { errorType: 'FORBIDDEN' };
    await expect(member(routes.addView, { ...team, name: 'Another' })).rejects.toMatchObject(forbidden);
    await expect(member(routes.updateView, { id, name: 'Another' })).rejects.toMatchObject(forbidden);
    await expect(member(routes.deleteView, { id })).rejects.toMatchObject(forbidden);
    const mine = await member(routes.addView, own);
    await expect(member(routes.updateView, { id: mine.id, isTeam: true })).rejects.toMatchObject(forbidden);
    expect((await member(routes.setDefaultView, { list: 'users', viewId: id })).saved.defaultId).toBe(id);
  });

  test('need the permission of their list', async () => {
    const { 'user.view': __, ...permissions } = ewan.permissions;
    const stranger = apiOf({ ...ewan, permissions });
    await expect(stranger(routes.viewsOfList, { list: 'users' })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
    await expect(stranger(routes.addView, own)).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
    await expect(api(routes.viewsOfList, { list: 'toString' })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  test('of a film office are its own, of the lists that it sees, beside those of the team', async () => {
    const [office, neighbour] = [apiOf(await addPerson(db, 'FILM_OFFICE')), apiOf(await addPerson(db, 'FILM_OFFICE'))];
    await api(routes.addView, { ...team, list: 'enquiries' });
    const { id } = await office(routes.addView, { ...own, list: 'enquiries' });
    const listNames = async (of: typeof api) =>
      (await of(routes.viewsOfList, { list: 'enquiries' })).views.map(({ name }) => name);
    expect(await listNames(office)).toEqual(['Everybody’s', 'Scouts']);
    expect(await listNames(neighbour)).toEqual(['Everybody’s']);
    expect(await listNames(api)).toEqual(['Everybody’s']);
    await expect(neighbour(routes.updateView, { id, name: 'Mine' })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    const forbidden = { errorType: 'FORBIDDEN' };
    await expect(office(routes.updateView, { id, isTeam: true })).rejects.toMatchObject(forbidden);
    await expect(office(routes.viewsOfList, { list: 'users' })).rejects.toMatchObject(forbidden);
  });

  test('have names of their own, for each owner', async () => {
    await api(routes.addView, own);
    const taken = { fields: { name: 'Another of your views of this list has this name.' } };
    await expect(api(routes.addView, { ...own, name: 'SCOUTS' })).rejects.toMatchObject(taken);
    await colleague(routes.addView, own);
    const { id } = await api(routes.addView, { ...own, isTeam: true });
    await api(routes.updateView, { id, name: 'scouts' });
    const takenByTeam = { fields: { name: 'Another view of the team has this name.' } };
    const { views } = await api(routes.viewsOfList, { list: 'users' });
    const { id: mine } = views.find(({ isTeam }) => !isTeam)!;
    await expect(api(routes.updateView, { id: mine, isTeam: true })).rejects.toMatchObject(takenByTeam);
  });

  test('are limited in number, also when many are added at once', async () => {
    const names = Array.from({ length: MAX_OWN_VIEWS + 2 }, (__, index) => `View ${index}`);
    const added = await Promise.allSettled(names.map((name) => api(routes.addView, { ...own, name })));
    const rejected = added.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(rejected).toHaveLength(2);
    expect(rejected[0]).toContain('You can have up to 30 views of a list.');
    // A limit of one person and one list.
    await api(routes.addView, { ...own, list: 'locations' });
    await colleague(routes.addView, own);
  });

  test('have a content of limited form and size', async () => {
    const change = (changes: object) => api(routes.addView, { ...own, ...changes });
    const search = Object.fromEntries(Array.from({ length: 90 }, (__, index) => [`f${index}`, 'x'.repeat(100)]));
    await expect(change({ content: { search, layout } })).rejects.toMatchObject({
      fields: { content: expect.stringContaining('too many filters') },
    });
    const invalid = { errorType: 'INVALID' };
    await expect(change({ content: { search: {}, layout: { ...layout, widths: { id: 5 } } } })).rejects.toMatchObject(
      invalid,
    );
    await expect(change({ content: { search: { 'a b': 'c' }, layout } })).rejects.toMatchObject(invalid);
    await expect(change({ name: ' ' })).rejects.toMatchObject({ fields: { name: 'Enter a name for the view.' } });
    expect((await api(routes.viewsOfList, { list: 'users' })).views).toEqual([]);
  });
});

test('changes of an older version are conflicts', async () => {
  const { id } = await api(routes.addView, team);
  const changed = { ...content, search: {} };
  const { saved } = await colleague(routes.updateView, { id, version: 1, content: changed });
  expect(saved.views).toMatchObject([{ version: 2, name: team.name, content: changed }]);
  await expect(api(routes.updateView, { id, version: 1, content })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  await expect(api(routes.deleteView, { id, version: 1 })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  expect((await api(routes.deleteView, { id, version: 2 })).saved.views).toEqual([]);
});

test('the default view is one of a person, and ends with the view', async () => {
  const { id } = await api(routes.addView, team);
  await api(routes.setDefaultView, { list: 'users', viewId: id });
  const getDefault = async (of: typeof api) => (await of(routes.viewsOfList, { list: 'users' })).defaultId;
  expect([await getDefault(api), await getDefault(colleague)]).toEqual([id, null]);
  await expect(api(routes.setDefaultView, { list: 'locations', viewId: id })).rejects.toMatchObject({
    errorType: 'NOT_FOUND',
  });
  await api(routes.setDefaultView, { list: 'users', viewId: null });
  expect(await getDefault(api)).toBeNull();
  await api(routes.setDefaultView, { list: 'users', viewId: id });
  await colleague(routes.deleteView, { id });
  expect(await getDefault(api)).toBeNull();
});

test('the audit log has the changes of views of the team only', async () => {
  const before = (await listEntries()).length;
  const { id } = await api(routes.addView, own);
  await api(routes.updateView, { id, version: 1, name: 'Scouts and owners' });
  await api(routes.updateView, { id, version: 2, isTeam: true });
  await api(routes.updateView, { id, version: 3, content });
  await api(routes.deleteView, { id, version: 4 });
  const details = { list: 'users', name: 'Scouts and owners' };
  const types = ['TEAM_VIEW_ADDED', 'TEAM_VIEW_CHANGED', 'TEAM_VIEW_DELETED'] as const;
  expect((await listEntries()).slice(before)).toEqual(
    types.map((type) => ({ type: AUDIT_TYPES[type].number, details })),
  );
});

test('a deleted account loses its own views, and the team keeps its views', async () => {
  const { id } = await api(routes.addView, team);
  await api(routes.addView, own);
  await api(routes.setDefaultView, { list: 'users', viewId: id });
  const deleted = {
    type: 'account.deleted',
    userId: isla.id,
    email: isla.email,
    actorId: null,
    heirId: null,
    at: new Date(),
  } as const;
  await db.transaction().execute((trx) => publishEvent(trx, deleted));
  expect(await db.selectFrom('list_views').select('id').execute()).toEqual([{ id }]);
  expect(await db.selectFrom('default_list_views').select('view_id').execute()).toEqual([]);
});

test('every list of the back office has views, with the permission of its page', async () => {
  const lists: ListDefinition[] = [];
  for await (const file of glob('src/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] })) {
    if (!/^export const \w+: ListDefinition = /m.test(await readFile(file, 'utf8'))) continue;
    const exported: unknown[] = Object.values((await import(resolve(file))) as object);
    // Some export constants too, which have no properties.
    const objects = exported.filter((value) => value instanceof Object);
    lists.push(...objects.filter((value): value is ListDefinition => 'path' in value && 'filters' in value));
  }
  expect(lists.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'bulk-changes', 'content']));
  for (const { name, path } of lists) expect([name, getListPermission(name)]).toEqual([name, getPageAccess(path)]);
  const sections = listAdminSections(null).map(([path]) => path);
  const withViews = sections.filter((path) => getListPermission(path.split('/').at(-1)!) !== undefined);
  expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(withViews));
});
