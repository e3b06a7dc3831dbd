import { beforeAll, expect, test } from 'vitest';
import { AUDIT_TYPES } from '../src/features/audit-log/schema.ts';
import { newDraft } from '../src/features/locations/submission/contract.ts';
import { INPUTS, call, nameOf, routesOf } from './permissions/calls.ts';
import { ROWS, statusOf } from './permissions/expected.ts';
import { addPeople } from './permissions/people.ts';
import { type Fixtures, createFixtures } from './permissions/fixtures.ts';
import { addImage } from './support/locations.ts';
import { COMPLETE_FIELDS, addEveryOption } from './support/submissions.ts';
import { signInAs } from './support/people.ts';
import { startSite } from './support/site.ts';

// Versions are optional, as `If-Match` is: whoever names one is told of a conflict, whoever names none writes over what is there.

const site = await startSite();
const { db } = site;
const people = await addPeople(site);
const routes = new Map(routesOf(site).map((route) => [nameOf(route), route]));

/** What a write compares with what is there. */
const COMPARED = ['version', 'draftVersion', 'was'] as const;
const WRONG = { version: 1_000_000, draftVersion: 1_000_000, was: 'of another name' };

const namesIn = (name: string) => {
  const { input } = routes.get(name)!;
  const shape = 'shape' in input ? (input.shape as Record<string, unknown>) : {};
  return COMPARED.filter((compared) => compared in shape);
};
/** In the order of the contract, in which what is saved is then published. */
const writes = [...routes.keys()].filter((name) => namesIn(name).length > 0);

/** Writes that overwrite nothing which somebody else has typed: what they do stands in the audit log by a type of its own. */
const NOTED_BY_THEMSELVES = new Set(['POST /locations', 'POST /locations/{id}/publish', 'DELETE /locations/{id}']);

function askingOf(name: string): 'ownerA' | 'admin' {
  return statusOf(ROWS.get(name)!, 'ownerA') < 300 ? 'ownerA' : 'admin';
}

async function write(name: string, differently: object, fixtures?: Fixtures) {
  const caller = askingOf(name);
  const input = await INPUTS[name]?.(fixtures ?? (await createFixtures(site, people)), caller, people);
  return call(site, people, routes.get(name)!, caller, { ...input, ...differently });
}

async function uncheckedEntries(): Promise<number> {
  const { total } = await db
    .selectFrom('audit_logs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('type', '=', AUDIT_TYPES.VERSION_UNCHECKED.number)
    .executeTakeFirstOrThrow();
  return total;
}

/** So that there is something to write over. */
beforeAll(async () => {
  for (const name of ['PUT /content/menu', 'PUT /content/footer']) await write(name, {});
});

test('the writes that name a version are found', () => {
  expect(writes.length).toBeGreaterThan(15);
});

test.each(writes)('%s without a version is carried out, and the audit log says so', async (name) => {
  const none = Object.fromEntries(namesIn(name).map((compared) => [compared, undefined]));
  const fixtures = await createFixtures(site, people);
  const before = await uncheckedEntries();
  const { status } = await write(name, none, fixtures);
  expect(status).toBeLessThan(300);
  expect((await uncheckedEntries()) - before).toBe(NOTED_BY_THEMSELVES.has(name) ? 0 : 1);
});

test.each(writes)('%s with another version is a conflict', async (name) => {
  const before = await uncheckedEntries();
  const names = namesIn(name);
  for (const compared of names) expect((await write(name, { [compared]: WRONG[compared] })).status).toBe(409);
  expect(await uncheckedEntries()).toBe(before);
});

async function as(who: 'ownerA' | 'admin') {
  const { token } = await signInAs(site, people[who]);
  return async (method: string, path: string, body: object) => {
    const response = await fetch(`${site.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

test('a location is created from step data alone, and filled in and sent with form data alone', async () => {
  await addEveryOption(db);
  const send = await as('ownerA');
  const created = await send('POST', '/locations', COMPLETE_FIELDS.information);
  expect(created).toMatchObject({ status: 200, body: { title: 'Weir mill', location_status: 'DRAFT' } });
  const id = String(created.body['id']);
  const { features, description, area, information } = COMPLETE_FIELDS;
  const title = 'Weir mill and cottage';
  expect(await send('PUT', `/locations/${id}`, { ...information, title, isSubmitting: false })).toMatchObject({
    status: 200,
    body: { title },
  });
  await addImage(db, id, { is_primary: true });
  const sent = await send('PUT', `/locations/${id}`, { ...features, ...description, ...area, isSubmitting: true });
  expect(sent).toMatchObject({ status: 200, body: { location_status: 'AWAITING_APPROVAL' } });
});

test('what is typed of a location to come is no part of one that is created without naming it', async () => {
  const { own } = await createFixtures(site, people);
  const send = await as('ownerA');
  const { body } = await send('POST', '/locations', COMPLETE_FIELDS.information);
  expect(body['draft']).toBeNull();
  const { api } = await signInAs(site, people.ownerA);
  expect((await api(newDraft, {})).draft?.version).toBe(own.newDraftVersion);
});

test('a user is changed by the six fields of the form alone', async () => {
  const { user, userEmail } = await createFixtures(site, people);
  const send = await as('admin');
  const form = { firstName: 'Isla', lastName: 'Bell', telephone1: '0131 496 0178', title: 'Scout', website: '' };
  const changed = await send('PUT', `/users/${user}`, { ...form, email: userEmail });
  expect(changed).toMatchObject({ status: 200, body: { user: { last_name: 'Bell', version: 2 } } });
});
