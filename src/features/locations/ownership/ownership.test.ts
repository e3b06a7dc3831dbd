import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { locationFeature } from '../../../../src/features/locations/feature.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addImage, addLocation, locationDeps } from '../../../../tests/support/locations.ts';
import { type Person, addPerson } from '../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { deleteAccount } from '../../accounts/account-deletion/commands.server.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import { deleteOwnedLocations } from '../deleting/commands.server.ts';
import * as routes from './contract.ts';
import { CANDIDATES_PER_PAGE } from './schema.ts';

const { kysely: db } = await testDatabase();
const before = await addPerson(db, 'OWNER', { first_name: 'Morag', last_name: 'Sinclair' });
const admin = await addPerson(db, 'ADMIN');
const as = (person: Person) =>
  createJsonApi(
    createInProcessCaller(
      featureHandlers(locationFeature, testServices(db, { ...locationDeps() })),
      createCallContext(person),
    ),
  );
const api = as(admin);

let id = '';
let after: Person;
beforeEach(async () => {
  await db.deleteFrom('outbox').execute();
  after = await addPerson(db, 'OWNER', { first_name: 'Iain', last_name: 'Ross' });
  id = await addLocation(db, { title: 'Weir mill', owner_id: before.id });
});

const location = () => db.selectFrom('locations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const mails = async () => {
  const rows = await db.selectFrom('outbox').select(['kind', 'recipient']).orderBy('kind').execute();
  return rows.map(({ kind, recipient }) => [kind, recipient]);
};
const audited = async () => {
  const rows = await db.selectFrom('audit_logs').selectAll().where('location_id', '=', id).orderBy('id').execute();
  return rows.map(({ type, user_id, details }) => [type, user_id, details]);
};
const give = (userId: string, from?: string | null) =>
  api(routes.changeOwner, { id, userId, ...(from !== undefined && { from }) });

const removeAccount = (person: Person) =>
  db.transaction().execute((trx) =>
    deleteAccount(trx, { id: person.id, actorId: admin.id, at: new Date() }, async (inner, event) => {
      if (event.type === 'account.deleted') await deleteOwnedLocations(inner, event, async () => {});
    }),
  );

describe('a change of ownership', () => {
  test('assigns the location, notifies both owners and is audited', async () => {
    const { lastmodificationdate } = await location();
    const owner = {
      user: { id: after.id, first_name: 'Iain', last_name: 'Ross' },
      user_role: 'OWNER',
      email: after.email,
      telephone: '0131 496 0177',
      primary: false,
    };
    expect(await give(after.id, before.id)).toEqual({
      message: 'Location owner changed successfully',
      data: owner,
      owner,
    });
    const row = await location();
    expect(row).toMatchObject({ owner_id: after.id, status: 'NEW', location_status: 'DRAFT', version: 1 });
    expect(row.lastmodificationdate.getTime()).toBeGreaterThan(lastmodificationdate.getTime());
    expect(await mails()).toEqual([
      ['location-ownership-assigned', after.email],
      ['location-ownership-removed', before.email],
    ]);
    expect(await audited()).toEqual([
      [AUDIT_TYPES.OWNERSHIP_CHANGED.number, admin.id, { from: before.id, to: after.id, revision: 1 }],
    ]);
  });

  test('keeps the state and the content, and deletes the private data of the previous owner', async () => {
    await db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', id).execute();
    await addImage(db, id, { is_primary: true, taken_latitude: 57.5, taken_longitude: -4.5, taken_direction: 90 });
    const draft = { fields: JSON.stringify({ title: 'Half' }), base_values: '{}' };
    await db
      .insertInto('location_drafts')
      .values([
        { owner_id: before.id, location_id: id, ...draft },
        { owner_id: before.id, location_id: null, ...draft },
      ])
      .execute();
    const upload = { location_id: id, name: 'weir.jpg', bytes: 1000 };
    await db
      .insertInto('uploads')
      .values([
        { ...upload, user_id: before.id },
        { ...upload, user_id: admin.id },
      ])
      .execute();
    await give(after.id);
    expect(await location()).toMatchObject({ location_status: 'AWAITING_APPROVAL' });
    const images = await db.selectFrom('images').selectAll().where('location_id', '=', id).execute();
    expect(images).toMatchObject([{ taken_latitude: null, taken_longitude: null, taken_direction: null }]);
    const drafts = await db.selectFrom('location_drafts').select('location_id').execute();
    expect(drafts).toEqual([{ location_id: null }]);
    const uploads = await db.selectFrom('uploads').select('user_id').where('location_id', '=', id).execute();
    expect(uploads).toEqual([{ user_id: admin.id }]);
  });

  test('keeps, replaces or clears the fields about the owner', async () => {
    const said = { ownername: 'Morag Sinclair', telephone1: '0131 496 0142', telephone2: '0131 496 0143' };
    const write = { ...said, email: before.email, owner_id: before.id, version: 1 };
    const given = async (ownerFields?: 'keep' | 'replace' | 'clear') => {
      await db.updateTable('locations').set(write).where('id', '=', id).execute();
      await api(routes.changeOwner, { id, userId: after.id, ...(ownerFields && { ownerFields }) });
      const { ownername, telephone1, telephone2, email, version } = await location();
      return [ownername, telephone1, telephone2, email, version];
    };
    const details = async () => (await audited()).at(-1)?.[2];
    const asItWas = [said.ownername, said.telephone1, said.telephone2, before.email, 1];
    expect([await given(), await given('keep')]).toEqual([asItWas, asItWas]);
    expect(await details()).toEqual({ from: before.id, to: after.id, revision: 2 });
    expect(await given('replace')).toEqual(['Iain Ross', '0131 496 0177', null, after.email, 2]);
    expect(await given('clear')).toEqual([null, null, null, null, 2]);
    expect(await details()).toMatchObject({ fields: 'ownername, telephone1, telephone2, email' });
  });

  test('can be of a location without an owner', async () => {
    await db.updateTable('locations').set({ owner_id: null }).where('id', '=', id).execute();
    expect(await api(routes.locationOwners, { id })).toEqual([]);
    await give(after.id, null);
    expect(await mails()).toEqual([['location-ownership-assigned', after.email]]);
    expect(await audited()).toMatchObject([[expect.any(Number), admin.id, { from: null, to: after.id }]]);
  });

  test('is rejected for the current owner and for other roles', async () => {
    const scout = await addPerson(db, 'SCOUT');
    const deleted = await addPerson(db, 'OWNER');
    await removeAccount(deleted);
    for (const userId of [before.id, scout.id, admin.id, deleted.id, randomUUID()]) {
      await expect(give(userId)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    }
    await expect(api(routes.changeOwner, { id: randomUUID(), userId: after.id })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
    expect([await mails(), await audited()]).toEqual([[], []]);
  });

  test('is a conflict after another change, also a concurrent one', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => addPerson(db, 'OWNER')));
    const outcomes = await Promise.allSettled(others.map((person) => give(person.id, before.id)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    await expect(give(after.id, before.id)).rejects.toMatchObject({
      errorType: 'CONFLICT',
      message: expect.stringContaining('assigned to another owner'),
    });
    expect(await audited()).toHaveLength(1);
  });

  test('never assigns to an account that is deleted concurrently', async () => {
    await Promise.allSettled([give(after.id), removeAccount(after)]);
    const row = await db.selectFrom('locations').select('owner_id').where('id', '=', id).executeTakeFirst();
    expect([before.id, undefined]).toContain(row?.owner_id);
  });
});

describe('the people of a location', () => {
  test('are the owner, then the contacts, the primary one first', async () => {
    await db
      .insertInto('contacts')
      .values([
        { location_id: id, firstname: 'Una', lastname: 'Rae', email: 'una@weir.example' },
        { location_id: id, firstname: 'Mairi', lastname: 'Rae', telephone: '0131 496 0142', is_primary: true },
      ])
      .execute();
    const owners = await api(routes.locationOwners, { id });
    expect(owners.map(({ user, user_role, primary }) => [user.first_name, user_role, primary])).toEqual([
      ['Morag', 'OWNER', false],
      ['Mairi', 'CONTACT', true],
      ['Una', 'CONTACT', false],
    ]);
    expect(owners[0]).toMatchObject({ user: { id: before.id }, email: before.email });
  });
});

describe('candidates for the ownership', () => {
  test('are owners by last name, in pages, without the current one', async () => {
    const same = { first_name: 'Zebedee', last_name: 'Abernethy' };
    await Promise.all(Array.from({ length: CANDIDATES_PER_PAGE }, () => addPerson(db, 'OWNER', same)));
    await addPerson(db, 'SCOUT', same);
    await addPerson(db, 'OWNER', { ...same, last_name: 'Óg' });
    const first = await api(routes.ownerCandidates, { id, query: 'zebe' });
    expect(first).toMatchObject({ total: CANDIDATES_PER_PAGE + 1, current_page: 1, per_page: CANDIDATES_PER_PAGE });
    expect(first.data).toHaveLength(CANDIDATES_PER_PAGE);
    const { data } = await api(routes.ownerCandidates, { id, query: 'zebe', page: 2 });
    expect(data).toMatchObject([{ last_name: 'Óg' }]);
    expect((await api(routes.ownerCandidates, { id, query: 'og zeb' })).data).toEqual(data);
  });

  test('match no unknown words, and never include the current owner', async () => {
    for (const query of ['nobody at all', before.email, '%', "'", '&|!']) {
      const { data } = await api(routes.ownerCandidates, { id, query });
      expect(data.map((one) => one.id)).not.toContain(before.id);
    }
    expect(await api(routes.ownerCandidates, { id, query: 'nobody at all' })).toMatchObject({ data: [], total: 0 });
  });
});
