import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { startSite } from '../support/site.ts';
import { INPUTS, call, nameOf, routesOf } from './calls.ts';
import { ROWS, mayAsk, statusOf } from './expected.ts';
import { CALLERS, type CallerName, addPeople } from './people.ts';
import { type Fixtures, createFixtures } from './fixtures.ts';

const site = await startSite();
const people = await addPeople(site);
const routes = new Map(routesOf(site).map((route) => [nameOf(route), route]));
// An account has room for so many boards only.
afterEach(() => site.db.deleteFrom('boards').execute());
const callOf = (row: string) => row.split('#', 1)[0] ?? row;

test('every call stands in the table, and nothing else does', () => {
  expect([...new Set([...ROWS.keys()].map(callOf))].sort()).toEqual([...routes.keys()].sort());
});

test('every call asks for the permission of its row', () => {
  const asked = [...ROWS].map(([name]) => [name, routes.get(callOf(name))?.access]);
  expect(asked).toEqual([...ROWS].map(([name, { access }]) => [name, access]));
});

test('every call about a board stands there for private ones too', () => {
  const aboutBoards = [...routes.keys()].filter((name) => name.includes(' /boards/{id}'));
  expect(aboutBoards.filter((name) => !ROWS.has(`${name}#private`))).toEqual([]);
});

test('every call that changes a location stands there for one that waits too', () => {
  const changing = [...routes.keys()].filter((name) => /^(POST|PUT|DELETE) \/locations\/\{id\}/.test(name));
  expect(changing.filter((name) => !ROWS.has(`${name}#waiting`))).toEqual([]);
});

/** The things that a row of the table is about. */
async function about(row: string, fixtures: Fixtures): Promise<Fixtures> {
  if (row.endsWith('#private')) return { ...fixtures, board: fixtures.privateBoard };
  const states = {
    waiting: { location_status: 'AWAITING_APPROVAL', submitted_at: new Date() },
    online: { status: 'CHANGED', location_status: 'PUBLISHED' },
    changed: { version: 100 },
  } as const;
  const state = Object.entries(states).find(([marked]) => row.endsWith(`#${marked}`))?.[1];
  if (state) await site.db.updateTable('locations').set(state).where('id', '=', fixtures.own.location).execute();
  return fixtures;
}

test.each([...ROWS])('%s', async (row, expected) => {
  const statuses: Partial<Record<CallerName, number>> = {};
  for (const caller of CALLERS) {
    const fixtures = await createFixtures(site, people);
    const input = await INPUTS[callOf(row)]?.(await about(row, fixtures), caller, people);
    statuses[caller] = (await call(site, people, routes.get(callOf(row))!, caller, input)).status;
  }
  expect(statuses).toEqual(Object.fromEntries(CALLERS.map((caller) => [caller, statusOf(expected, caller)])));
});

const aboutOne = [...routes].filter(([, { path }]) => path.includes('{'));

test.each(aboutOne)('%s, of what is not there', async (name, route) => {
  for (const caller of CALLERS) {
    const fixtures = await createFixtures(site, people);
    const input = { ...(await INPUTS[name]?.(fixtures, caller, people)) };
    const unknown = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part, randomUUID()]));
    const row = ROWS.get(name)!;
    const { status } = await call(site, people, route, caller, { ...input, ...unknown });
    // Whoever may not ask at all learns nothing by asking; nobody else learns whether it is another's.
    const expected = mayAsk(row, caller) ? 404 : statusOf(row, caller);
    expect([caller, status]).toEqual([caller, expected]);
  }
});
