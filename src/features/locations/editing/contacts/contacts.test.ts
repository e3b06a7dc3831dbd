import { featureHandlers, testServices } from '../../../../../tests/support/services.ts';
import { locationFeature } from '../../../../../src/features/locations/feature.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../../tests/support/database.ts';
import { addLocation } from '../../../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../../platform/http/route-handlers.ts';
import { AUDIT_TYPES } from '../../../audit-log/entry-types.ts';
import * as routes from './contract.ts';
import { ownLocationById } from '../contract.ts';
import { MAX_CONTACTS, addToContacts } from './schema.ts';

const { kysely: db } = await testDatabase();
const owner = await addPerson(db, 'OWNER');
const other = await addPerson(db, 'OWNER');
const admin = await addPerson(db, 'ADMIN');
const as = (person: Person) =>
  createJsonApi(createInProcessCaller(featureHandlers(locationFeature, testServices(db)), createCallContext(person)));
const api = as(owner);

const mairi = { firstname: 'Mairi', lastname: 'Rae', telephone: '0131 496 0142' };
const iain = { firstname: 'Iain', lastname: 'Ross', email: 'iain@weir.example' };
const before = new Date('2026-01-05T10:00:00Z');
let id = '';

beforeEach(async () => {
  id = await addLocation(db, { owner_id: owner.id, lastmodificationdate: before });
});

const location = () => db.selectFrom('locations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const audited = async () => {
  const rows = await db.selectFrom('audit_logs').selectAll().where('location_id', '=', id).orderBy('id').execute();
  return rows.map(({ type, user_id }) => [type, user_id]);
};

describe('the contacts of a location', () => {
  test('start with the primary contact, by default the first one', async () => {
    const first = await api(routes.addContact, { id, ...mairi });
    expect(first).toMatchObject({ ...mairi, email: null, primary: true, version: 1 });
    expect(await api(routes.addContact, { id, ...iain })).toMatchObject({ ...iain, primary: false });
    const last = await api(routes.addContact, { id, ...iain, firstname: 'Una', primary: true });
    expect(await api(routes.contactById, { id, contactId: last.id })).toEqual(last);
    const { contacts } = await api(ownLocationById, { id });
    expect(contacts.map(({ firstname, primary }) => [firstname, primary])).toEqual([
      ['Una', true],
      ['Mairi', false],
      ['Iain', false],
    ]);
  });

  test('are what the browser expects after one was added', async () => {
    const first = await api(routes.addContact, { id, ...mairi });
    const second = await api(routes.addContact, { id, ...iain });
    expect(addToContacts([first], second)).toEqual([first, second]);
    const third = await api(routes.addContact, { id, ...iain, firstname: 'Una', primary: true });
    expect(addToContacts([first, second], third)).toEqual((await api(ownLocationById, { id })).contacts);
  });

  test('are changed with the current version', async () => {
    const first = await api(routes.addContact, { id, ...mairi });
    const change = { id, contactId: first.id, ...mairi, lastname: 'Grant' };
    expect(await api(routes.changeContact, { ...change, version: 1 })).toMatchObject([
      // It was not said to be primary, and stays it: one always is.
      { lastname: 'Grant', version: 2, primary: true },
    ]);
    await expect(api(routes.changeContact, { ...change, version: 1, lastname: 'Muir' })).rejects.toMatchObject({
      errorType: 'CONFLICT',
    });
    expect(await as(admin)(routes.changeContact, { ...change, version: 2, telephone: '', email: iain.email })).toEqual([
      expect.objectContaining({ telephone: null, email: iain.email, version: 3 }),
    ]);
  });

  test('raise the version of the former primary contact', async () => {
    const first = await api(routes.addContact, { id, ...mairi });
    const second = await api(routes.addContact, { id, ...iain });
    await api(routes.changeContact, { id, contactId: second.id, ...iain, version: 1, primary: true });
    const late = { id, contactId: first.id, ...mairi, version: 1, primary: true };
    await expect(api(routes.changeContact, late)).rejects.toMatchObject({ errorType: 'CONFLICT' });
  });

  test('make the oldest contact primary when the primary one is deleted', async () => {
    const first = await api(routes.addContact, { id, ...mairi });
    await api(routes.addContact, { id, ...iain });
    const left = await api(routes.deleteContact, { id, contactId: first.id });
    expect(left).toMatchObject([{ firstname: 'Iain', primary: true }]);
    expect(await api(routes.deleteContact, { id, contactId: left[0]!.id })).toEqual([]);
    await expect(api(routes.deleteContact, { id, contactId: left[0]!.id })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
  });

  test('are audited, and update the modification date but not the version or the state of the location', async () => {
    await db
      .updateTable('locations')
      .set({ location_status: 'PUBLISHED', status: 'LIVE' })
      .where('id', '=', id)
      .execute();
    const first = await api(routes.addContact, { id, ...mairi });
    const ofFirst = { id, contactId: first.id };
    await as(admin)(routes.changeContact, { ...ofFirst, ...iain, version: 1 });
    await api(routes.deleteContact, ofFirst);
    expect(await audited()).toEqual([
      [AUDIT_TYPES.CONTACT_ADDED.number, owner.id],
      [AUDIT_TYPES.CONTACT_UPDATED.number, admin.id],
      [AUDIT_TYPES.CONTACT_DELETED.number, owner.id],
    ]);
    const { lastmodificationdate, ...state } = await location();
    expect(state).toMatchObject({ location_status: 'PUBLISHED', status: 'LIVE', version: 1 });
    expect(lastmodificationdate.getTime()).toBeGreaterThan(before.getTime());
  });

  test.each([
    [{ ...mairi, telephone: '' }, 'telephone'],
    [{ ...mairi, telephone: 'ask' }, 'telephone'],
    [{ ...iain, email: 'iain@weir' }, 'email'],
    [{ ...iain, firstname: ' ' }, 'firstname'],
    [{ ...iain, lastname: 'x'.repeat(101) }, 'lastname'],
  ])('require a name and contact details: %j', async (form, field) => {
    await expect(api(routes.addContact, { id, ...form })).rejects.toMatchObject({
      errorType: 'INVALID',
      fields: { [field]: expect.any(String) },
    });
  });

  test('are changed by the Locations Team only while the location awaits approval', async () => {
    const first = await api(routes.addContact, { id, ...mairi });
    await db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', id).execute();
    const ofFirst = { id, contactId: first.id };
    for (const attempt of [
      () => api(routes.addContact, { id, ...iain }),
      () => api(routes.changeContact, { ...ofFirst, ...iain, version: 1 }),
      () => api(routes.deleteContact, ofFirst),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ errorType: 'CONFLICT' });
    }
    expect(await as(admin)(routes.changeContact, { ...ofFirst, ...iain, version: 1 })).toHaveLength(1);
  });

  test('of other owners and other locations cannot be seen or changed', async () => {
    const first = await api(routes.addContact, { id, ...mairi });
    const elsewhere = await addLocation(db, { owner_id: other.id });
    for (const [person, locationId] of [
      [other, id],
      [other, elsewhere],
      [owner, elsewhere],
      [owner, randomUUID()],
    ] as const) {
      const attempt = as(person)(routes.deleteContact, { id: locationId, contactId: first.id });
      await expect(attempt).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    }
    expect(await as(admin)(routes.changeContact, { id, contactId: first.id, ...mairi, version: 1 })).toHaveLength(1);
  });

  test('added concurrently stay within the limit, and one is primary', async () => {
    const attempts = Array.from({ length: MAX_CONTACTS + 4 }, (_, n) =>
      api(routes.addContact, { id, ...mairi, firstname: `Mairi ${n}`, primary: n % 2 === 0 }),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_CONTACTS);
    const rows = await db.selectFrom('contacts').selectAll().where('location_id', '=', id).execute();
    expect(rows).toHaveLength(MAX_CONTACTS);
    expect(rows.filter((row) => row.is_primary)).toHaveLength(1);
  });
});
