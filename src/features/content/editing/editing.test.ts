import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { readConfig } from '../../../platform/settings/config.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { listUnusedPictures } from '../../media/queries.server.ts';
import { savePage } from '../commands.server.ts';
import { type Content, loadContent } from '../queries.server.ts';
import * as routes from './contract.ts';
import { getPreviewResponse } from './queries.server.ts';
import { contentFeature } from '../feature.ts';
import { type PageFields, linkAddress, pageName } from './schema.ts';

const { kysely: db } = await testDatabase();
const { site } = readConfig({});
const admin = await addPerson(db, 'ADMIN', { first_name: 'Ailsa', last_name: 'Munro' });
const scout = await addPerson(db, 'SCOUT');
const jobs = { enqueue: async () => {}, stop: async () => {} };
const at = new Date('2026-11-12T09:30:00Z');
const handlers = featureHandlers(contentFeature, testServices(db, { jobs: jobs as never, site, now: () => at }));
const as = (person: typeof admin | null): Api =>
  createJsonApi(createInProcessCaller(handlers, createCallContext(person)));
const api = as(admin);

const PAGE: PageFields = {
  title: 'Filming in winter',
  description: null,
  banner: null,
  content: '<p>Bring a torch.</p>',
  externalUrl: null,
  externalContentWidth: '100%',
  externalContentHeight: '450px',
  contact: null,
  enquire: null,
  footerEnquire: null,
  cards: [],
  panelCards: [],
  carousel: null,
};
const SHA256 = 'a'.repeat(64);
const CHOSEN = {
  sha256: SHA256,
  alt: 'Snow',
  caption: null,
  credit: 'I. Ross',
  licence: null,
  focal: { x: 0.2, y: 0.8 },
};

beforeEach(async () => {
  await db.deleteFrom('pages').execute();
  await db.deleteFrom('content_drafts').execute();
  await db.deleteFrom('navigation').execute();
  await db
    .transaction()
    .execute((trx) =>
      savePage(
        trx,
        { ...PAGE, banner: null, carousel: null, cards: [], panelCards: [], name: 'winter' },
        { origin: 'INSTALLATION', authorId: null, at },
      ),
    );
});

const content = (): Promise<Content> => loadContent(db, site);
const audited = () =>
  db.selectFrom('audit_logs').select(['user_id', 'type', 'details']).orderBy('id', 'desc').limit(1).executeTakeFirst();
const save = (changes: Partial<PageFields>, version = 0) =>
  api(routes.savePageDraft, { name: 'winter', version, content: { ...PAGE, ...changes } });

describe('drafts', () => {
  test('change nothing public until they are published, which is recorded in the audit log', async () => {
    const before = await content();
    const saved = await save({ title: 'Winter', content: '<p>Bring two of {{site}}.</p>' });
    expect(saved).toMatchObject({
      version: 1,
      published: { title: 'Filming in winter' },
      draft: { title: 'Winter', content: '<p>Bring two of {{site}}.</p>' },
      savedBy: 'Ailsa Munro',
    });
    // Lists and headings show the title with placeholders filled; the editor gets it unfilled.
    const named = await save({ title: 'Winter at {{site}}' }, saved.version);
    expect(named).toMatchObject({ title: `Winter at ${site.name}`, draft: { title: 'Winter at {{site}}' } });
    expect(saved.title).toBe('Winter');
    await save({ title: 'Winter', content: saved.draft!.content }, named.version);
    expect((await content()).version).toBe(before.version);

    const preview = await api(routes.getPagePreview, { name: 'winter' });
    expect(preview).toMatchObject({ title: 'Winter', content: `<p>Bring two of ${site.name}.</p>` });
    expect(await getPreviewResponse(db, site, 'winter')).toMatchObject({
      route: 'GET /pages/{name}',
      response: { title: 'Winter' },
    });

    const after = await api(routes.publishPage, { name: 'winter', version: 3 });
    expect(after).toMatchObject({ version: 4, draft: null, published: { title: 'Winter' } });
    expect((await content()).pages.get('winter')).toMatchObject({ title: 'Winter' });
    expect((await content()).version).toBeGreaterThan(before.version);
    expect(await audited()).toMatchObject({ user_id: admin.id, type: 29, details: { name: 'winter' } });
    expect(await getPreviewResponse(db, site, 'winter')).toBeUndefined();
  });

  test('cannot be overwritten, published or discarded with an outdated version', async () => {
    await save({ title: 'Winter' });
    for (const change of [
      () => save({ title: 'Snow' }),
      () => api(routes.publishPage, { name: 'winter', version: 0 }),
      () => api(routes.discardPageDraft, { name: 'winter', version: 0 }),
      () => api(routes.deletePage, { name: 'winter', version: 0 }),
    ]) {
      await expect(change()).rejects.toMatchObject({ errorType: 'CONFLICT' });
    }
    expect(await api(routes.getEditedPage, { name: 'winter' })).toMatchObject({
      version: 1,
      draft: { title: 'Winter' },
    });
  });

  test('reject the second of two concurrent saves', async () => {
    const results = await Promise.allSettled([save({ title: 'Snow' }), save({ title: 'Ice' })]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('can be discarded without reusing the version number', async () => {
    await save({ title: 'Winter' });
    await api(routes.discardPageDraft, { name: 'winter', version: 1 });
    expect(await api(routes.getEditedPage, { name: 'winter' })).toMatchObject({ version: 2, draft: null });
    await expect(api(routes.publishPage, { name: 'winter', version: 2 })).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: 'There is nothing new to publish.',
    });
  });

  test('have their HTML sanitised when they are saved and when they are read', async () => {
    const html =
      '<h2>Wind</h2><p onclick="x()">Hold on<script>alert(1)</script> <a href="javascript:x()">to it</a></p>';
    const { draft } = await save({ content: html });
    expect(draft?.content).toBe('<h2>Wind</h2><p>Hold on <a>to it</a></p>');
    await db
      .updateTable('content_drafts')
      .set({ content: JSON.stringify({ ...PAGE, content: html }) })
      .execute();
    expect((await api(routes.getEditedPage, { name: 'winter' })).draft?.content).not.toContain('script');
    expect((await api(routes.getPagePreview, { name: 'winter' })).content).not.toContain('script');
  });

  test('protect their pictures from deletion, and report a picture that no longer exists', async () => {
    const banner = { image: CHOSEN, title: 'Winter', caption: null, searchLabel: null, hasEffect: false };
    await expect(save({ banner })).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { 'content.banner.image': 'We cannot find this picture. Choose it again.' },
    });
    await db
      .insertInto('pictures')
      .values({ sha256: SHA256, content_type: 'image/jpeg', bytes: 9, width: 1600, height: 900, placeholder: null })
      .execute();
    expect(await listUnusedPictures(db, null, 5)).toEqual([SHA256]);
    const { draft } = await save({ banner });
    expect(draft?.banner?.image).toEqual({ ...CHOSEN, width: 1600, height: 900, placeholder: null });
    expect(await listUnusedPictures(db, null, 5)).toEqual([]);
    expect(await api(routes.contentPictures, {})).toMatchObject([{ sha256: SHA256, alt: 'Snow' }]);
  });
});

describe('pages', () => {
  test('are created as drafts and can be deleted', async () => {
    await api(routes.createPage, { name: 'spring', title: 'Filming in spring' });
    expect((await content()).pages.has('spring')).toBe(false);
    expect((await api(routes.listContent, {})).pages).toMatchObject([
      { name: 'spring', publishedAt: null, system: false },
      { name: 'winter', draftAt: null },
    ]);
    await api(routes.publishPage, { name: 'spring', version: 1 });
    expect((await content()).pages.get('spring')).toMatchObject({ title: 'Filming in spring' });
    await api(routes.deletePage, { name: 'spring', version: 2 });
    expect((await content()).pages.has('spring')).toBe(false);
    expect(await audited()).toMatchObject({ type: 32, details: { name: 'spring' } });
    await expect(api(routes.getEditedPage, { name: 'spring' })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await api(routes.createPage, { name: 'spring', title: 'Again' })).toMatchObject({ version: 4 });
  });

  test('are rejected at a URL that is taken or reserved', async () => {
    await expect(api(routes.createPage, { name: 'winter', title: 'Winter' })).rejects.toMatchObject({
      fields: { name: 'There is already a page at this web address. Choose another.' },
    });
    const files = readdirSync(path.resolve(import.meta.dirname, '../../../app/routes'));
    const taken = files.flatMap((file) => /^(?!index)[a-z-]+/.exec(file)?.[0] ?? []);
    expect(taken).toContain('wrap-survey');
    for (const name of [...taken, 'home', 'menu', 'media', 'Winter', 'a b']) {
      expect(pageName.safeParse(name).success, name).toBe(false);
    }
  });

  test('cannot be deleted when they are system pages', async () => {
    await expect(api(routes.deletePage, { name: 'home', version: 0 })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });
});

test('saves, previews and publishes drafts of the menu and the footer', async () => {
  const groups = [{ title: 'Filming', links: [{ label: 'Write to {{agency}}', href: 'mailto:{{mailbox}}' }] }];
  const { version } = await api(routes.menuRoutes.saveDraft, { version: 0, content: { groups } });
  expect(await getPreviewResponse(db, site, 'menu')).toMatchObject({
    route: 'GET /menu',
    response: { groups: [{ links: [{ label: `Write to ${site.agency.name}`, href: `mailto:${site.mailbox}` }] }] },
  });
  await api(routes.menuRoutes.publish, { version });
  expect((await content()).menu.groups).toMatchObject([{ title: 'Filming' }]);
  const footer = { strapline: 'Scotland, on location', columns: [], legal: [] };
  await api(routes.footerRoutes.saveDraft, { version: 0, content: footer });
  await api(routes.footerRoutes.publish, { version: 1 });
  expect((await content()).footer).toEqual(footer);
  await expect(api(routes.getEditedPage, { name: 'menu' })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('accepts links to this site or to another one over HTTPS only', () => {
  const accepted = [
    '/about',
    '/',
    '#register-owner',
    'https://www.gov.scot/x',
    'mailto:{{mailbox}}',
    'tel:{{telephone}}',
  ];
  for (const address of accepted) expect(linkAddress.safeParse(address).success, address).toBe(true);
  for (const address of [
    '',
    'about',
    '//evil.example',
    '/\\evil.example',
    'http://a.example',
    'javascript:alert(1)',
    'data:x',
  ]) {
    expect(linkAddress.safeParse(address).success, address).toBe(false);
  }
});

test('accepts embedded pages of listed origins only', async () => {
  await expect(save({ externalUrl: 'https://www.openstreetmap.org/export' })).resolves.toBeDefined();
  await expect(save({ externalUrl: 'https://evil.example/' }, 1)).rejects.toMatchObject({ errorType: 'INVALID' });
});

test('rejects text with a null character', async () => {
  const cards = [{ title: 'Snow', text: 'a\0b', link: null, image: null }];
  await expect(save({ cards })).rejects.toMatchObject({ errorType: 'MALFORMED' });
});

test('exports the list of pages as CSV', async () => {
  await api(routes.createPage, { name: 'spring', title: 'Filming in spring' });
  await save({ title: 'Filming in winter' });
  expect(await exportLines(handlers, routes.exportPages, admin)).toEqual([
    'Page,Address,Kind,State,Last change',
    'Filming in spring,spring,Custom page,Draft,2026-11-12T09:30:00.000Z',
    'Filming in winter,winter,Custom page,"Published, with a draft",2026-11-12T09:30:00.000Z',
  ]);
  await api(routes.discardPageDraft, { name: 'winter', version: 1 });
  const [, , winter] = await exportLines(handlers, routes.exportPages, admin);
  expect(winter).toMatch(/^Filming in winter,winter,Custom page,Published,20\d\d-/);
});

test('rejects callers who are not of the Locations Team', async () => {
  await expect(as(scout)(routes.listContent, {})).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  await expect(as(null)(routes.getPagePreview, { name: 'winter' })).rejects.toMatchObject({
    errorType: 'UNAUTHENTICATED',
  });
});
