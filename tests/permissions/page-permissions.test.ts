import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getPageAccess } from '../../src/features/accounts/page-access.ts';
import { startSite } from '../support/site.ts';
import { PAGES, isSignedIn, canRequest, getObjectOutcome, type Row } from './expected.ts';
import { CALLERS, type CallerName, addPeople, getCookie } from './people.ts';
import { createFixtures } from './fixtures.ts';
import { toPath } from './pages.ts';

const site = await startSite();
const people = await addPeople(site);

/** Returns the expected response: a status, the URL of a redirect, or `in` for the login on the home page. */
function getExpectedResponse(row: Row, caller: CallerName): string {
  if (row.access !== 'signed-out' && row.access !== 'public' && !isSignedIn(caller)) return 'in';
  if (!canRequest(row, caller))
    return caller === 'unverified' && row.access !== 'signed-out' ? '/email-not-verified' : '/';
  return getObjectOutcome(row, caller) === 'granted' ? row.granted : '404';
}

async function requestPage(path: string, caller: CallerName): Promise<string> {
  const cookie = await getCookie(site, people, caller);
  const response = await fetch(site.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  await response.arrayBuffer();
  // Pages for signed-in users must not be cached.
  const isIdentified = caller !== 'nobody' && caller !== 'deleted';
  expect(response.headers.get('cache-control')).toBe(isIdentified ? 'no-store' : 'no-cache');
  const location = response.headers.get('location');
  return location === `/#log-in=${path}` ? 'in' : (location ?? String(response.status));
}

test('lists every page in the table', () => {
  const bare = (address: string) => address.replace(/\{\w+\}/g, '{}');
  const rows = new Set(PAGES.map(({ name }) => bare(name)));
  const routes = readdirSync(new URL('../../src/app/routes/', import.meta.url))
    .filter((file) => file.endsWith('.tsx') && !/^(__root|admin|maintenance|\$pageName)\.tsx$/.test(file))
    .map(
      (file) =>
        `/${file
          .replace(/(\.?index)?\.tsx$/, '')
          .replaceAll('.', '/')
          .replace(/\$\w+/g, '{}')}`,
    );
  expect(routes.filter((address) => !rows.has(address))).toEqual([]);
});

test('requires the permission of its row on every page', () => {
  expect(PAGES.map(({ name }) => [name, getPageAccess(name)])).toEqual(PAGES.map(({ name, access }) => [name, access]));
});

// Opening a page changes nothing, so all open the same objects.
const fixtures = await createFixtures(site, people);

test.each(PAGES)('enforces the permission of $name', async (row) => {
  const path = toPath(row.name, fixtures);
  const responses: Partial<Record<CallerName, string>> = {};
  for (const caller of CALLERS) responses[caller] = await requestPage(path, caller);
  expect(responses).toEqual(Object.fromEntries(CALLERS.map((caller) => [caller, getExpectedResponse(row, caller)])));
});

test('redirects /admin to the first page that the caller may open', async () => {
  const first = PAGES.filter(({ name }) => /^\/admin\/[^/{]+$/.test(name) && name !== '/admin/no-such-page');
  for (const caller of CALLERS) {
    const part =
      first.find((row) => canRequest(row, caller))?.name ??
      getExpectedResponse({ ...first[0]!, name: '/admin' }, caller);
    expect([caller, await requestPage('/admin', caller)]).toEqual([caller, part]);
  }
});

test('responds 404 to a public board once its link is deleted, although its page is cached', async () => {
  const { board, link } = await createFixtures(site, people);
  const paths = [`/boards/public/${link}`, `/Boards/public/${link}`, `/%62oards/public/${link}`];
  const shown = async () => Promise.all(paths.map((path) => requestPage(path, 'nobody')));
  expect((await shown())[0]).toBe('200');
  await site.db.updateTable('boards').set({ link: null }).where('id', '=', board).execute();
  expect(await shown()).not.toContain('200');
});
