import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getPageAccess } from '../../src/features/accounts/page-access.ts';
import { startSite } from '../support/site.ts';
import { isSignedIn, canRequest, getObjectOutcome, type Row, parseRows } from './expected.ts';
import { CALLERS, type CallerName, addPeople, getCookie } from './people.ts';
import { createFixtures } from './fixtures.ts';

const site = await startSite();
const people = await addPeople(site);

/**
 * The permission that every page requires; the response to each caller follows from the permissions of the roles. Parts in braces are ids
 * of fixtures. The last column is the response to permitted callers, if not 200: a status or the URL of a redirect.
 */
const PAGES = parseRows(
  `
/                                    public
/find-a-location                     public
/find-a-location/{locationUrl}       public
/location-enquiry/{locationUrl}      public
/contact-us                          public
/about                               public
/not-found                           public              404
/no-such-page                        public              404
/reset-password                      signed-out
/enquiry                             public              404
/enquiry?from=mail                   public
/verify-email                        public              /
/log-in/single-sign-on               public
/verify-email?from=mail              public
/email-not-verified                  unverified
/edit-profile                        unverified
/edit-profile/security               unverified
/boards                              board.own
/boards/archived                     board.own
/boards/private                      board.private
/boards/{board}                      board.view
/boards/{privateBoard}               board.view
/boards/{board}/enquire              board.view
/boards/{board}/location/{location}  board.view
/boards/public/{link}                public
/boards/public/no-such-link          public              404
/register-location                   location.own
/locations                           location.own
/locations/{ownLocation}             location.own
/locations/{ownLocation}/preview     location.own
/admin/no-such-page                  back-office.open    404
/admin/overview                      overview.view
/admin/users                         user.view
/admin/users/{user}                  user.view
/admin/users/{owner}/boards/{board} user.view
/admin/users/{user}/boards/{board}   user.view           404
/admin/locations                     location.administer
/admin/locations/bulk-changes        location.change-many
/admin/locations/bulk-changes/{bulkChange} location.change-many
/admin/import                        location.import
/admin/import/{imported}             location.import
/admin/locations/{ownLocation}       location.administer
/admin/locations/{ownLocation}/preview location.administer
/admin/locations/{ownLocation}/history location.administer
/admin/enquiries                     enquiry.view
/admin/enquiries/templates           enquiry.edit-templates
/admin/search-terms                  search.edit-terms
/admin/search-terms/pins             search.edit-terms
/admin/search-terms/pins?pin={pin}   search.edit-terms
/admin/search-terms/synonyms/{synonym} search.edit-terms
/admin/enquiries/{enquiry}           enquiry.view
/admin/review                        location.review
/admin/review/{ownLocation}          location.review
/admin/review/templates              reason-template.edit
/admin/duplicates                    location.merge
/admin/duplicates/{ownLocation}/{duplicate} location.merge
/admin/notifications                 notification.view
/admin/audit-logs                    audit-log.view
/admin/content                       content.edit
/admin/content/{page}                content.edit
/admin/content/{page}/preview        content.edit
/admin/content/{page}/history        content.edit
/admin/content/menu                  content.edit
/admin/content/footer                content.edit
/admin/content/options               option.edit
/admin/settings                      operations.manage
`,
  1,
);

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

test.each(PAGES)('enforces the permission of $name', async (row) => {
  const fixtures = await createFixtures(site, people);
  const ids: Readonly<Record<string, unknown>> = {
    ...fixtures,
    ...fixtures.team,
    ownLocation: fixtures.own.location,
    duplicate: fixtures.duplicate,
    enquiry: fixtures.team.enquiry.id,
  };
  const path = row.name.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] as string);
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
