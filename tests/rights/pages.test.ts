import { expect, test } from 'vitest';
import { startSite } from '../support/site.ts';
import { ASKING, type Asking, addPeople, cookieOf } from './people.ts';
import { makeThings } from './things.ts';

const site = await startSite();
const people = await addPeople(site);

/**
 * What every page that is not for everybody answers: its status, or where it leads. A place in braces is one of the things; `in`
 * stands for the log-in modal on the home page, which keeps the way back.
 */
const RIGHTS = `
                                    nobody unverified           deleted scoutA  scoutB  ownerA     ownerB     admin
/                                   200    200                  200     200     200     200        200        200
/find-a-location                    200    200                  200     200     200     200        200        200
/reset-password                     200    /                    200     /       /       /          /          /
/verify-email                       /      /                    /       /       /       /          /          /
/email-not-verified                 in     200                  in      200     200     200        200        200
/edit-profile                       in     200                  in      200     200     200        200        200
/boards                             in     /email-not-verified  in      200     200     /          /          200
/boards/archived                    in     /email-not-verified  in      200     200     /          /          200
/boards/private                     in     /email-not-verified  in      /       /       /          /          200
/boards/{board}                     in     /email-not-verified  in      200     404     404        404        200
/boards/{privateBoard}              in     /email-not-verified  in      404     404     404        404        200
/boards/{board}/location/{location} in     /email-not-verified  in      200     404     404        404        200
/boards/public/{link}               200    200                  200     200     200     200        200        200
/boards/public/no-such-link         404    404                  404     404     404     404        404        404
/register-location                  in     /email-not-verified  in      /       /       200        200        /
/locations                          in     /email-not-verified  in      /       /       200        200        /
/locations/{ownLocation}            in     /email-not-verified  in      /       /       200        404        /
/locations/{ownLocation}/preview    in     /email-not-verified  in      /       /       200        404        /
/admin/users                        in     /email-not-verified  in      /       /       /          /          200
/admin/users/{user}                 in     /email-not-verified  in      /       /       /          /          200
/admin/users/{keeper}/boards/{board} in    /email-not-verified  in      /       /       /          /          200
/admin/users/{user}/boards/{board}  in     /email-not-verified  in      /       /       /          /          404
/admin/locations                    in     /email-not-verified  in      /       /       /          /          200
/admin/locations/{ownLocation}      in     /email-not-verified  in      /       /       /          /          200
/admin/locations/{ownLocation}/preview in  /email-not-verified  in      /       /       /          /          200
/admin/notifications                in     /email-not-verified  in      /       /       /          /          200
/admin/audit-logs                   in     /email-not-verified  in      /       /       /          /          200
`;

const rows = RIGHTS.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/) as [pattern: string, ...answers: string[]]);

async function answer(path: string, asking: Asking): Promise<string> {
  const cookie = await cookieOf(site, people, asking);
  const response = await fetch(site.url + path, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  await response.arrayBuffer();
  // What is shown to somebody signed in is nobody else's.
  const signedIn = asking !== 'nobody' && asking !== 'deleted';
  expect(response.headers.get('cache-control')).toBe(signedIn ? 'no-store' : 'no-cache');
  const location = response.headers.get('location');
  return location === `/#log-in=${path}` ? 'in' : (location ?? String(response.status));
}

test.each(rows)('%s', async (pattern, ...expected) => {
  const things = await makeThings(site, people);
  const named: Readonly<Record<string, unknown>> = { ...things, ownLocation: things.own.location };
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => named[name] as string);
  const answers: string[] = [];
  for (const asking of ASKING) answers.push(await answer(path, asking));
  expect(answers).toEqual(expected);
});

test('a public board ends for everybody with its link, also where its page was just shown', async () => {
  const { board, link } = await makeThings(site, people);
  const paths = [`/boards/public/${link}`, `/Boards/public/${link}`, `/%62oards/public/${link}`];
  const shown = async () => Promise.all(paths.map((path) => answer(path, 'nobody')));
  expect((await shown())[0]).toBe('200');
  await site.db.updateTable('boards').set({ link: null }).where('id', '=', board).execute();
  expect(await shown()).not.toContain('200');
});
