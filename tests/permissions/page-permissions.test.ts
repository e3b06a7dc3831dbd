import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getPageAccess } from '../../src/features/accounts/policy.ts';
import { startSite } from '../support/site.ts';
import { isSignedIn, mayAsk, objectOutcome, type Row, rowsOf } from './expected.ts';
import { CALLERS, type CallerName, addPeople, cookieOf } from './people.ts';
import { createFixtures } from './fixtures.ts';

const site = await startSite();
const people = await addPeople(site);

/**
 * The permission that every page asks for; who sees it follows from the catalogue of permissions. A place in braces is one of the
 * things. Last stands what those get who may, where it is not 200: a status, or where the page leads.
 */
const PAGES = rowsOf(
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
/verify-email                        public              /
/email-not-verified                  unverified
/edit-profile                        unverified
/boards                              board.keep
/boards/archived                     board.keep
/boards/private                      board.private
/boards/{board}                      board.view
/boards/{privateBoard}               board.view
/boards/{board}/location/{location}  board.view
/boards/public/{link}                public
/boards/public/no-such-link          public              404
/register-location                   location.own
/locations                           location.own
/locations/{ownLocation}             location.own
/locations/{ownLocation}/preview     location.own
/admin/no-such-page                  back-office.open    404
/admin/users                         user.view
/admin/users/{user}                  user.view
/admin/users/{owner}/boards/{board} user.view
/admin/users/{user}/boards/{board}   user.view           404
/admin/locations                     location.administer
/admin/locations/{ownLocation}       location.administer
/admin/locations/{ownLocation}/preview location.administer
/admin/notifications                 notification.view
/admin/audit-logs                    audit-log.view
/admin/content                       content.edit
/admin/content/{page}                content.edit
/admin/content/{page}/preview        content.edit
/admin/content/menu                  content.edit
/admin/content/footer                content.edit
/admin/content/options               option.edit
/admin/settings                      operations.manage
`,
  1,
);

/** Where a page leads those who may not see it: `in` stands for the log-in modal on the home page, which keeps the way back. */
function answerOf(row: Row, caller: CallerName): string {
  if (row.access !== 'signed-out' && row.access !== 'public' && !isSignedIn(caller)) return 'in';
  if (!mayAsk(row, caller)) return caller === 'unverified' && row.access !== 'signed-out' ? '/email-not-verified' : '/';
  return objectOutcome(row, caller) === 'granted' ? row.granted : '404';
}

async function answer(path: string, caller: CallerName): Promise<string> {
  const cookie = await cookieOf(site, people, caller);
  const response = await fetch(site.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  await response.arrayBuffer();
  // What is shown to somebody signed in is nobody else's.
  const signedIn = caller !== 'nobody' && caller !== 'deleted';
  expect(response.headers.get('cache-control')).toBe(signedIn ? 'no-store' : 'no-cache');
  const location = response.headers.get('location');
  return location === `/#log-in=${path}` ? 'in' : (location ?? String(response.status));
}

test('every page stands in the table', () => {
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

test('every page asks for the permission of its row', () => {
  expect(PAGES.map(({ name }) => [name, getPageAccess(name)])).toEqual(PAGES.map(({ name, access }) => [name, access]));
});

test.each(PAGES)('$name', async (row) => {
  const fixtures = await createFixtures(site, people);
  const named: Readonly<Record<string, unknown>> = {
    ...fixtures,
    ...fixtures.team,
    ownLocation: fixtures.own.location,
  };
  const path = row.name.replace(/\{(\w+)\}/g, (_, name: string) => named[name] as string);
  const answers: Partial<Record<CallerName, string>> = {};
  for (const caller of CALLERS) answers[caller] = await answer(path, caller);
  expect(answers).toEqual(Object.fromEntries(CALLERS.map((caller) => [caller, answerOf(row, caller)])));
});

test('the back office leads to its first part that is for whoever opens it', async () => {
  const first = PAGES.filter(({ name }) => /^\/admin\/[^/{]+$/.test(name) && name !== '/admin/no-such-page');
  for (const caller of CALLERS) {
    const part = first.find((row) => mayAsk(row, caller))?.name ?? answerOf({ ...first[0]!, name: '/admin' }, caller);
    expect([caller, await answer('/admin', caller)]).toEqual([caller, part]);
  }
});

test('a public board ends for everybody with its link, also where its page was just shown', async () => {
  const { board, link } = await createFixtures(site, people);
  const paths = [`/boards/public/${link}`, `/Boards/public/${link}`, `/%62oards/public/${link}`];
  const shown = async () => Promise.all(paths.map((path) => answer(path, 'nobody')));
  expect((await shown())[0]).toBe('200');
  await site.db.updateTable('boards').set({ link: null }).where('id', '=', board).execute();
  expect(await shown()).not.toContain('200');
});
