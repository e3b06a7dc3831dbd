import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import { readConfig } from '../../../platform/settings/config.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { savePage } from '../commands.server.ts';
import { DRAFT_IS_SAME } from '../messages.ts';
import {
  createPage,
  deletePage,
  discardPageDraft,
  getEditedPage,
  menuRoutes,
  publishPage,
  savePageDraft,
} from '../editing/contract.ts';
import { EMPTY_PAGE } from '../editing/commands.server.ts';
import { contentFeature } from '../feature.ts';
import { loadContent } from '../queries.server.ts';
import { getContentRevision, listContentRevisions, restoreContentRevision } from './contract.ts';

const { kysely: db } = await testDatabase();
const { site } = readConfig({});
const admin = await addPerson(db, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });
const jobs = { enqueue: async () => {}, stop: async () => {} };
const at = new Date('2026-11-24T09:30:00Z');
const now = () => at;
const handlers = featureHandlers(contentFeature, testServices(db, { jobs: jobs as never, site, now }));
const as = (person: Person) => createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
const api = as(admin);
const name = 'winter';
const PAGE = { ...EMPTY_PAGE, title: 'Filming in winter', content: '<p>Bring a torch.</p>' };
const installation = { origin: 'INSTALLATION', authorId: null, at } as const;

beforeEach(async () => {
  for (const table of ['pages', 'content_drafts', 'navigation'] as const) await db.deleteFrom(table).execute();
  await db
    .transaction()
    .execute((trx) =>
      savePage(trx, { ...PAGE, banner: null, cards: [], panelCards: [], carousel: null, name }, installation),
    );
});

const list = async (of = name) => (await api(listContentRevisions, { name: of })).data;
const listed = async (of = name) => (await list(of)).map(({ number, action }) => `${number} ${action}`);
const content = async (number: number) => (await api(getContentRevision, { name, number })).content;
const getVersion = async () => (await api(listContentRevisions, { name })).version;
const save = async (changes: object) =>
  api(savePageDraft, { name, version: await getVersion(), content: { ...PAGE, ...changes } });
const restore = async (number: number) => api(restoreContentRevision, { name, number, version: await getVersion() });

test('the history of a page has a version of every change', async () => {
  await save({ title: 'Winter' });
  await save({ title: 'Winter' });
  await save({ title: 'Winter', description: 'Cold' });
  await api(publishPage, { name, version: await getVersion() });
  await save({ title: 'Snow' });
  await api(discardPageDraft, { name, version: await getVersion() });
  await api(deletePage, { name, version: await getVersion() });
  const versions = await list();
  expect(versions.map(({ number, action, origin, fields }) => [number, action, origin, fields.toSorted()])).toEqual([
    [7, 'DELETED', 'EDITOR', []],
    [6, 'DISCARDED', 'EDITOR', ['description', 'title']],
    [5, 'SAVED', 'EDITOR', ['description', 'title']],
    [4, 'PUBLISHED', 'EDITOR', []],
    [3, 'SAVED', 'EDITOR', ['description']],
    [2, 'SAVED', 'EDITOR', ['title']],
    [1, 'PUBLISHED', 'INSTALLATION', []],
  ]);
  expect(versions[1]).toMatchObject({ author: { first_name: 'Ailsa' }, recorded_at: at.toISOString() });
  expect([await content(6), await content(7)]).toEqual([expect.objectContaining({ title: 'Winter' }), null]);
  const audited = await db.selectFrom('audit_logs').select('details').orderBy('id').execute();
  expect(audited.map(({ details }) => details)).toEqual([
    { name, revision: 4 },
    { name, revision: 7 },
  ]);
});

test('the menu and new pages have one too', async () => {
  await api(menuRoutes.saveDraft, { version: 0, content: { groups: [] } });
  await api(menuRoutes.publish, { version: 1 });
  expect(await listed('menu')).toEqual(['2 PUBLISHED', '1 SAVED']);
  await api(createPage, { name: 'spring', title: 'Spring' });
  await api(discardPageDraft, { name: 'spring', version: 1 });
  expect(await listed('spring')).toEqual(['2 DISCARDED', '1 SAVED']);
  const isDeleted = async (of: string) => (await api(listContentRevisions, { name: of, page: 2 })).is_deleted;
  expect([await isDeleted('menu'), await isDeleted('spring')]).toEqual([false, true]);
});

test('restoring a version saves it as the draft, which is audited and not published', async () => {
  await save({ title: 'Winter', content: '<p>Bring two.</p>' });
  await api(publishPage, { name, version: await getVersion() });
  const version = await getVersion();
  expect(await restore(1)).toMatchObject({ number: 4, notes: [] });
  const stale = api(restoreContentRevision, { name, number: 1, version });
  await expect(stale).rejects.toMatchObject({ errorType: 'CONFLICT' });
  const { draft, published } = await api(getEditedPage, { name });
  expect([draft, published?.title]).toEqual([PAGE, 'Winter']);
  expect((await loadContent(db, site)).pages.get(name)).toMatchObject({ title: 'Winter' });
  const audited = await db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(audited).toMatchObject({ type: 46, user_id: admin.id, details: { name, restored: 1, revision: 4 } });
});

test('a version that equals the latest one cannot be restored, and leaves no draft', async () => {
  await save({ title: 'Winter' });
  await restore(1);
  await api(publishPage, { name, version: await getVersion() });
  await expect(restore(1)).rejects.toMatchObject({ errorType: 'CONFLICT', message: DRAFT_IS_SAME });
  expect((await api(getEditedPage, { name })).draft).toBeNull();
  expect(await listed()).toEqual(['4 PUBLISHED', '3 RESTORED', '2 SAVED', '1 PUBLISHED']);
});

test('a deleted page can be restored, without the pictures that are deleted', async () => {
  const image = {
    sha256: 'a'.repeat(64),
    alt: 'Snow',
    caption: null,
    credit: null,
    licence: null,
    focal: { x: 0, y: 0 },
  };
  const picture = { sha256: image.sha256, content_type: 'image/jpeg' as const, bytes: 1, width: 900, height: 600 };
  await db.insertInto('pictures').values(picture).execute();
  const card = { title: 'Snow', text: null, link: null, image };
  await save({ cards: [card] });
  await api(deletePage, { name, version: await getVersion() });
  await db.deleteFrom('pictures').execute();
  expect(await api(getContentRevision, { name, number: 2 })).toMatchObject({ deleted_pictures: 1 });
  expect(await restore(2)).toMatchObject({ notes: ['1 picture of this version was deleted and cannot be restored.'] });
  expect(await api(getEditedPage, { name })).toMatchObject({
    published: null,
    draft: { cards: [{ title: 'Snow', image: null }] },
  });
  await expect(restore(3)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  // The restored version differs from this one by the deleted picture only.
  const isCurrent = async (number: number) => (await api(getContentRevision, { name, number })).is_current;
  expect([await isCurrent(1), await isCurrent(2), await isCurrent(3), await isCurrent(4)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  await expect(restore(2)).rejects.toMatchObject({ message: DRAFT_IS_SAME });
});

test.each(['update content_revisions set content = null', 'delete from content_revisions'])(
  'versions cannot be changed by %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('permission denied');
  },
);

test('the history is for editors of content only', async () => {
  const owner = as(await addPerson(db, 'OWNER'));
  await expect(owner(listContentRevisions, { name })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  await expect(api(listContentRevisions, { name: 'nowhere' })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});
