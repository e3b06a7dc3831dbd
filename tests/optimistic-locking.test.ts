import { beforeAll, expect, test } from 'vitest';
import { AUDIT_TYPES } from '../src/features/audit-log/entry-types.ts';
import { newDraft } from '../src/features/locations/editing/contract.ts';
import { INPUTS, call, getRouteName, listRoutes } from './permissions/calls.ts';
import { ROWS, getExpectedStatus } from './permissions/expected.ts';
import { addPeople } from './permissions/people.ts';
import { type Fixtures, createFixtures } from './permissions/fixtures.ts';
import { addImage } from './support/locations.ts';
import { COMPLETE_FIELDS, addEveryOption } from './support/submissions.ts';
import { signInAs } from './support/people.ts';
import { startSite } from './support/site.ts';

// Versions are optional, as in `If-Match`: a write with a version can conflict, a write without one overwrites.

const site = await startSite();
const { db } = site;
const people = await addPeople(site);
const routes = new Map(listRoutes(site).map((route) => [getRouteName(route), route]));

/** Fields of an input that are compared with the stored state. */
const VERSION_FIELDS = ['version', 'draftVersion', 'was'] as const;
const WRONG = { version: 1_000_000, draftVersion: 1_000_000, was: 'of another name' };

/** Where the same field is of another kind. */
const WRONG_OF: Readonly<Record<string, object>> = { 'PUT /options/{id}/areas': { was: [1] } };

const getVersionFields = (name: string) => {
  const { input } = routes.get(name)!;
  const shape = 'shape' in input ? (input.shape as Record<string, unknown>) : {};
  return VERSION_FIELDS.filter((field) => field in shape);
};
/** In the order of the contract, so that content is saved before it is published. */
const writes = [...routes.keys()].filter((name) => getVersionFields(name).length > 0);

/** Without its version, the unsaved draft of a new location is left as it is. */
const WITHOUT_UNCHECKED_ENTRY = new Set(['POST /locations']);

function getCaller(name: string): 'ownerA' | 'admin' {
  return getExpectedStatus(ROWS.get(name)!, 'ownerA') < 300 ? 'ownerA' : 'admin';
}

/** The inputs of tests/permissions for a successful write: the owner's location there has an unsaved draft. */
const INPUTS_THAT_SUCCEED: Readonly<Record<string, (fixtures: Fixtures) => object>> = {
  'POST /locations/{id}/merge': ({ location, duplicate }) => ({ id: location, other_id: duplicate }),
};

async function write(name: string, changes: object, given?: Fixtures) {
  const fixtures = given ?? (await createFixtures(site, people));
  const caller = getCaller(name);
  const input = { ...(await INPUTS[name]?.(fixtures, caller, people)), ...INPUTS_THAT_SUCCEED[name]?.(fixtures) };
  return call(site, people, routes.get(name)!, caller, { ...input, ...changes });
}

async function countUncheckedEntries(): Promise<number> {
  const { total } = await db
    .selectFrom('audit_logs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('type', '=', AUDIT_TYPES.VERSION_UNCHECKED.number)
    .executeTakeFirstOrThrow();
  return total;
}

/** Creates drafts to overwrite. */
beforeAll(async () => {
  for (const name of ['PUT /content/menu', 'PUT /content/footer']) await write(name, {});
});

test('finds the writes with a version', () => {
  expect(writes.length).toBeGreaterThan(15);
});

/** An owner answers for the time that they have read, and a production changes the figures that it has read. */
const NEEDS_VERSION = new Set(['POST /viewing-request/answer', 'POST /wrap-survey/answer']);

test.each(writes.filter((name) => !NEEDS_VERSION.has(name)))(
  'accepts %s without a version, with an audit log entry',
  async (name) => {
    const none = Object.fromEntries(getVersionFields(name).map((field) => [field, undefined]));
    const fixtures = await createFixtures(site, people);
    const before = await countUncheckedEntries();
    const { status } = await write(name, none, fixtures);
    expect(status).toBeLessThan(300);
    expect((await countUncheckedEntries()) - before).toBe(WITHOUT_UNCHECKED_ENTRY.has(name) ? 0 : 1);
  },
);

test.each(writes)('rejects %s with another version as a conflict', async (name) => {
  const before = await countUncheckedEntries();
  const names = getVersionFields(name);
  for (const field of names) expect((await write(name, { [field]: WRONG[field], ...WRONG_OF[name] })).status).toBe(409);
  expect(await countUncheckedEntries()).toBe(before);
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

test('creates a location from the first step alone, and completes and submits it from form data alone', async () => {
  await addEveryOption(db);
  const send = await as('ownerA');
  const created = await send('POST', '/locations', COMPLETE_FIELDS.information);
  expect(created).toMatchObject({ status: 201, body: { title: 'Weir mill', location_status: 'DRAFT' } });
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

test('keeps the draft of a new location when another location is created without naming it', async () => {
  const { own } = await createFixtures(site, people);
  const send = await as('ownerA');
  const { body } = await send('POST', '/locations', COMPLETE_FIELDS.information);
  expect(body['draft']).toBeNull();
  const { api } = await signInAs(site, people.ownerA);
  expect((await api(newDraft, {})).draft?.version).toBe(own.newDraftVersion);
});

test('updates a user from the six form fields alone', async () => {
  const { user, userEmail } = await createFixtures(site, people);
  const send = await as('admin');
  const form = { firstName: 'Isla', lastName: 'Bell', telephone1: '0131 496 0178', title: 'Scout', website: '' };
  const changed = await send('PUT', `/users/${user}`, { ...form, email: userEmail });
  expect(changed).toMatchObject({ status: 200, body: { user: { last_name: 'Bell', version: 2 } } });
});
