import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startSite } from '../support/site.ts';
import { INPUTS, call, getRouteName, listRoutes } from './calls.ts';
import { EDITORS, ROWS, canRequest, getExpectedStatus } from './expected.ts';
import { CALLERS, type CallerName, addPeople } from './people.ts';
import { type Fixtures, SharedFixtures, createFixtures } from './fixtures.ts';

const site = await startSite();
const people = await addPeople(site);
const routes = new Map(listRoutes(site).map((route) => [getRouteName(route), route]));
const shared = new SharedFixtures(async () => {
  // Their number is limited.
  for (const table of [
    'boards',
    'imports',
    'bulk_changes',
    'enquiry_templates',
    'reason_templates',
    'production_figures',
    'impact_formulas',
  ] as const)
    await site.db.deleteFrom(table).execute();
  await site.db.deleteFrom('content_drafts').where('name', 'like', 'winter-%').execute();
  return createFixtures(site, people);
});
const getRouteOfRow = (row: string) => row.split('#', 1)[0] ?? row;

test('lists every route in the table, and nothing else', () => {
  expect([...new Set([...ROWS.keys()].map(getRouteOfRow))].sort()).toEqual([...routes.keys()].sort());
});

test('requires the permission of its row on every route', () => {
  const accesses = [...ROWS].map(([name]) => [name, routes.get(getRouteOfRow(name))?.access]);
  expect(accesses).toEqual([...ROWS].map(([name, { access }]) => [name, access]));
});

test('lists every route of a board for private boards too', () => {
  const aboutBoards = [...routes.keys()].filter((name) => name.includes(' /boards/{id}'));
  expect(aboutBoards.filter((name) => !ROWS.has(`${name}#private`))).toEqual([]);
});

test('lists every route that changes a location for one awaiting approval too', () => {
  const changing = [...routes.keys()].filter((name) => /^(POST|PUT|DELETE) \/locations\/\{id\}/.test(name));
  expect(changing.filter((name) => !ROWS.has(`${name}#waiting`))).toEqual([]);
});

/** Returns the fixtures in the state that a row requires. */
async function applyState(row: string, fixtures: Fixtures): Promise<Fixtures> {
  if (row.endsWith('#private')) return { ...fixtures, board: fixtures.privateBoard, section: fixtures.privateSection };
  if (row.endsWith('#editable')) {
    const emails = EDITORS.map((name) => people[name as 'scoutB'].email);
    const shares = emails.map((email) => ({ board_id: fixtures.board, email, may_edit: true }));
    await site.db
      .insertInto('board_shares')
      .values(shares)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return fixtures;
  }
  const states = {
    waiting: { location_status: 'AWAITING_APPROVAL', submitted_at: new Date() },
    online: { status: 'CHANGED', location_status: 'PUBLISHED' },
    changed: { version: 100 },
  } as const;
  const state = Object.entries(states).find(([marked]) => row.endsWith(`#${marked}`))?.[1];
  if (state) await site.db.updateTable('locations').set(state).where('id', '=', fixtures.own.location).execute();
  return fixtures;
}

test.each([...ROWS])('enforces the permission of %s', async (row, expected) => {
  const route = routes.get(getRouteOfRow(row))!;
  const statuses: Partial<Record<CallerName, number>> = {};
  for (const caller of CALLERS) {
    const fixtures = await applyState(row, await shared.get());
    const input = await INPUTS[getRouteOfRow(row)]?.(fixtures, caller, people);
    const { status } = await call(site, people, route, caller, input);
    shared.discardAfter(route, status);
    statuses[caller] = status;
  }
  if (row.includes('#')) shared.discard();
  expect(statuses).toEqual(Object.fromEntries(CALLERS.map((caller) => [caller, getExpectedStatus(expected, caller)])));
});

const routesWithId = [...routes].filter(([, { path }]) => path.includes('{'));

test.each(routesWithId)('responds to %s with an unknown id as to a foreign one', async (name, route) => {
  const row = ROWS.get(name)!;
  // The others are rejected before the id is read.
  for (const caller of CALLERS.filter((one) => one === 'nobody' || canRequest(row, one))) {
    const input = { ...(await INPUTS[name]?.(await shared.get(), caller, people)) };
    const unknown = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => [part, randomUUID()]));
    const { status } = await call(site, people, route, caller, { ...input, ...unknown });
    // Callers without the permission learn nothing; the others cannot tell an unknown id from a foreign one.
    const expected = canRequest(row, caller) ? 404 : getExpectedStatus(row, caller);
    expect([caller, status]).toEqual([caller, expected]);
  }
});
