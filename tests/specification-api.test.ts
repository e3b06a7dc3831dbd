import { expect, test } from 'vitest';
import { addPeople } from './permissions/people.ts';
import { createFixtures } from './permissions/fixtures.ts';
import { signInAs } from './support/people.ts';
import { startSite } from './support/site.ts';

// Calls of API clients that were written from the specification alone.

const site = await startSite();
const people = await addPeople(site);

type Body = Record<string, unknown>;

async function as(who: 'admin' | 'ownerA' | 'nobody') {
  const token = who === 'nobody' ? undefined : (await signInAs(site, people[who])).token;
  return async (method: string, path: string, body?: object | string) => {
    const response = await fetch(`${site.url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
}

test('treats an empty body as no body, whatever its content type', async () => {
  const { notification } = await createFixtures(site, people);
  const call = await as('admin');
  const path = `/notifications/${notification}/toggle-read`;
  expect(await call('POST', path, '')).toMatchObject({ status: 200, body: { read_at: expect.any(String) } });
  expect(await call('POST', path)).toMatchObject({ status: 200, body: { read_at: null } });
  expect(await call('POST', path, '{')).toMatchObject({ status: 400, body: { errorType: 'MALFORMED' } });
  expect(await call('POST', path, '{"__proto__": {}}')).toMatchObject({ status: 400 });
});

test('filters audit logs by the number of a type or its name', async () => {
  const call = await as('admin');
  const [byNumber, byName] = [await call('GET', '/audit-logs?type=1'), await call('GET', '/audit-logs?type=LOGIN')];
  expect(byNumber).toEqual(byName);
  const entries = byNumber.body['data'] as { type: number }[];
  expect(new Set(entries.map(({ type }) => type))).toEqual(new Set([1]));
  expect(await call('GET', '/audit-logs?type=1000')).toMatchObject({ status: 422 });
});

test.each([
  [1, 'location'],
  [2, 'user'],
  [3, 'board'],
])('filters notifications by type %i as by %s', async (number, name) => {
  const { own, board, user } = await createFixtures(site, people);
  await site.db
    .insertInto('notifications')
    .values([
      { type: 'LOCATION_REQUESTING_APPROVAL', location_id: own.location },
      { type: 'OWNER_REGISTERED', user_id: user },
      { type: 'BOARD_CREATED', board_id: board },
    ])
    .execute();
  const call = await as('admin');
  const found = await call('GET', `/notifications?type=${number}`);
  expect(found).toEqual(await call('GET', `/notifications?type=${name}`));
  const entries = found.body['data'] as { type: string }[];
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.every(({ type }) => type.includes(name.toUpperCase()) || name === 'user')).toBe(true);
});

test('returns a contact by the ids of location and contact', async () => {
  const { own } = await createFixtures(site, people);
  for (const who of ['admin', 'ownerA'] as const) {
    const call = await as(who);
    const all = (await call('GET', `/locations/${own.location}`)).body['contacts'] as Body[];
    expect(await call('GET', `/locations/${own.location}/contacts/${own.contact}`)).toEqual({
      status: 200,
      body: all.find(({ id }) => id === own.contact),
    });
  }
});

test('returns the new owner as data of an ownership change', async () => {
  const { own } = await createFixtures(site, people);
  const call = await as('admin');
  const { status, body } = await call('PUT', `/locations/${own.location}/owner`, { userId: people.ownerB.id });
  expect(status).toBe(200);
  expect(body['data']).toMatchObject({ user: { id: people.ownerB.id }, user_role: 'OWNER' });
  expect(body['owner']).toEqual(body['data']);
});

test('accepts null for unknown fields of a user, as it returns them', async () => {
  const call = await as('admin');
  const names = { firstName: 'Morag', lastName: 'Sinclair', telephone1: '0131 496 0142' };
  const form = { ...names, title: null, website: null, email: people.ownerA.email };
  expect(await call('PUT', `/users/${people.ownerA.id}`, form)).toMatchObject({ status: 200 });
  const { body } = await call('GET', `/users/${people.ownerA.id}`);
  expect(body).toMatchObject({ first_name: 'Morag', contact: { jobtitle: null, websiteurl: null } });
});

test.each([{ phone: null }, { phone: '', locationUrl: '' }, { phone: null, locationUrl: null }])(
  'accepts an enquiry with %j as a general one without a telephone number',
  async (given) => {
    const { solve } = await createFixtures(site, people);
    const call = await as('nobody');
    const form = { name: 'Ailsa Grant', email: 'ailsa@northlight.example', comment: 'May we film here in May?' };
    const sent = await call('POST', '/enquire', { ...form, ...given, verification: await solve('Contact') });
    expect(sent).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    const stored = await site.db.selectFrom('enquiries').selectAll().orderBy('created_at', 'desc').executeTakeFirst();
    expect(stored).toMatchObject({ phone: null, location_id: null });
  },
);
