import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { holds } from '../../src/features/accounts/permissions.ts';
import { startSite } from '../support/site.ts';
import { EXPECTED, INPUTS, call, nameOf, routesOf } from './calls.ts';
import { ASKING, type Asking, addPeople } from './people.ts';
import { type Things, makeThings } from './things.ts';

const site = await startSite();
const people = await addPeople(site);
const routes = new Map(routesOf(site).map((route) => [nameOf(route), route]));
// An account has room for so many boards only.
afterEach(() => site.db.deleteFrom('boards').execute());
const callOf = (row: string) => row.split('#', 1)[0] ?? row;

test('every call stands in the table, and nothing else does', () => {
  expect([...new Set([...EXPECTED.keys()].map(callOf))].sort()).toEqual([...routes.keys()].sort());
});

test('every call about a board stands there for private ones too', () => {
  const aboutBoards = [...routes.keys()].filter((name) => name.includes(' /boards/{id}'));
  expect(aboutBoards.filter((name) => !EXPECTED.has(`${name}#private`))).toEqual([]);
});

test('every call that changes a location stands there for one that waits too', () => {
  const changing = [...routes.keys()].filter((name) => /^(POST|PUT|DELETE) \/locations\/\{id\}/.test(name));
  expect(changing.filter((name) => !EXPECTED.has(`${name}#waiting`))).toEqual([]);
});

/** The things that a row of the table is about. */
async function about(row: string, things: Things): Promise<Things> {
  if (row.endsWith('#private')) return { ...things, board: things.privateBoard };
  const states = {
    waiting: { location_status: 'AWAITING_APPROVAL', submitted_at: new Date() },
    online: { status: 'CHANGED', location_status: 'PUBLISHED' },
    changed: { version: 100 },
  } as const;
  const state = Object.entries(states).find(([marked]) => row.endsWith(`#${marked}`))?.[1];
  if (state) await site.db.updateTable('locations').set(state).where('id', '=', things.own.location).execute();
  return things;
}

test.each([...EXPECTED])('%s', async (row, expected) => {
  const statuses: Partial<Record<Asking, number>> = {};
  for (const asking of ASKING) {
    const things = await makeThings(site, people);
    const input = await INPUTS[callOf(row)]?.(await about(row, things), asking, people);
    statuses[asking] = (await call(site, people, routes.get(callOf(row))!, asking, input)).status;
  }
  expect(statuses).toEqual(expected);
});

const aboutOne = [...routes].filter(([, { path }]) => path.includes('{'));

test.each(aboutOne)('%s, of what is not there', async (name, route) => {
  for (const asking of ASKING) {
    const things = await makeThings(site, people);
    const input = { ...(await INPUTS[name]?.(things, asking, people)) };
    const unknown = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part, randomUUID()]));
    const expected = EXPECTED.get(name)![asking];
    const { status } = await call(site, people, route, asking, { ...input, ...unknown });
    // Whoever may not ask at all learns nothing by asking; of all others but the Locations Team, which sees every board,
    // nobody learns whether it is another's.
    const isTeam =
      asking === 'admin' &&
      (route.access === 'public' || route.access === 'unverified' || holds('ADMIN', route.access));
    const refused = expected === 401 || (expected === 403 && !isTeam);
    expect([asking, status]).toEqual([asking, refused ? expected : 404]);
  }
});
