import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS, historyFixtures } from '../../../../tests/support/history.ts';
import { addImage, addOption } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { deleteAccount } from '../../accounts/account-deletion/commands.server.ts';
import { importLocations } from '../../import-export/commands.server.ts';
import { deleteLocation } from '../deleting/commands.server.ts';
import { renameOptionById } from '../catalogue/options/commands.server.ts';
import { changeOwner } from '../ownership/contract.ts';
import { publish, unpublish, updateStatus } from '../publishing/contract.ts';
import { listRevisions, restoreRevision } from './contract.ts';

const fixtures = await historyFixtures();
const { db, clock, now, place, as, owner, other, admin, ownerApi, otherApi, team } = fixtures;
const { reset, record, saveAs, list, revision, restore } = fixtures;
beforeEach(reset);

const listed = async () => (await list()).map(({ number, action, origin }) => `${number} ${action} ${origin}`);

describe('the history of a location', () => {
  it('has a version of every change: who, when, what and from where', async () => {
    await saveAs(team, { title: 'Weir house', remarks: 'Ask for the key' });
    await addImage(db, place.id, { is_primary: true });
    await saveAs(ownerApi, { description: 'A mill with a weir.', isSubmitting: true });
    await team(updateStatus, { id: place.id, status: 'DRAFT' });
    await team(publish, { id: place.id });
    await team(changeOwner, { id: place.id, userId: other.id });
    await team(unpublish, { id: place.id });
    const versions = await list();
    expect(versions.map(({ number, action, origin }) => [number, action, origin])).toEqual([
      [9, 'UNPUBLISHED', 'RECORD'],
      [8, 'OWNER_CHANGED', 'RECORD'],
      [7, 'PUBLISHED', 'RECORD'],
      [6, 'RETURNED', 'RECORD'],
      [5, 'SUBMITTED', 'WIZARD'],
      [4, 'CHANGED', 'WIZARD'],
      [3, 'CHANGED', 'RECORD'],
      [2, 'CHANGED', 'WIZARD'],
      [1, 'CREATED', 'WIZARD'],
    ]);
    expect((await team(listRevisions, { id: place.id })).online).toBeNull();
    const third = versions.find(({ number }) => number === 3)!;
    expect(third).toMatchObject({ author: { id: admin.id, first_name: 'Ailsa' }, status: 'NEW', images: false });
    expect(third.fields.toSorted()).toEqual(['remarks', 'title']);
    expect(versions[5]).toMatchObject({ fields: ['description'], images: true, author: { id: owner.id } });
    expect(versions.map(({ status }) => status).slice(0, 4)).toEqual(['NEW', 'LIVE', 'LIVE', 'NEW']);
    expect(versions[1]!.owner).toMatchObject({ id: other.id });
    expect(await revision(3)).toMatchObject({ fields: { title: 'Weir house', description: 'A mill on the river.' } });
  });

  it('records an import, and for each publication that it causes', async () => {
    const file = Buffer.from(JSON.stringify([{ locationidentifier: 7, title: 'Old kiln', exporttowebsite: true }]));
    const task = { file, fileName: 'a.json', mapping: {}, apply: true, createOptions: false, republish: false };
    await db
      .transaction()
      .execute((trx) => importLocations(trx, { ...task, actorId: null, at: now() }, async () => {}));
    place.id = (
      await db.selectFrom('locations').select('id').where('locationidentifier', '=', 7).executeTakeFirstOrThrow()
    ).id;
    expect(await listed()).toEqual(['2 PUBLISHED IMPORT', '1 IMPORTED IMPORT']);
    // The same content is stored once.
    const stored = await db
      .selectFrom('location_revisions')
      .select('content_number')
      .where('location_id', '=', place.id)
      .execute();
    expect(stored).toEqual([{ content_number: 1 }, { content_number: 1 }]);
  });

  it('is not extended by a save that changes nothing', async () => {
    const before = await listed();
    await saveAs(team, { title: 'Weir mill' });
    await saveAs(ownerApi, { description: 'A mill on the river.' });
    expect(await listed()).toEqual(before);
  });

  it('joins the changes of an owner within ten minutes, until something else happens', async () => {
    const save = async (text: string, minutes: number) => {
      clock.now += minutes * MINUTE_MS;
      await saveAs(ownerApi, { description: text });
    };
    await save('One', 4);
    await save('Two', 5);
    expect(await listed()).toEqual(['2 CHANGED WIZARD', '1 CREATED WIZARD']);
    expect((await revision(2)).fields.description).toBe('Two');
    await save('Three', 5);
    expect((await listed()).length).toBe(3);
    await saveAs(team, { remarks: 'Checked' });
    await save('Four', 0);
    expect(await listed()).toEqual([
      '5 CHANGED WIZARD',
      '4 CHANGED RECORD',
      '3 CHANGED WIZARD',
      '2 CHANGED WIZARD',
      '1 CREATED WIZARD',
    ]);
  });

  it('has a version of each change by the team', async () => {
    await saveAs(team, { remarks: 'One' });
    await saveAs(team, { remarks: 'Two' });
    expect((await listed()).length).toBe(4);
  });

  it('follows the name of an option, which is no change of the location', async () => {
    const option = await addOption(db, 'category', 'Mill or factory');
    const context = { actor: admin, at: now(), publishEvent: async () => {} };
    await db.transaction().execute((trx) => renameOptionById({ ...context, trx }, { id: option, name: 'Mill' }));
    await saveAs(team, { category: ['Mill'] });
    expect(await listed()).toEqual(['2 CHANGED WIZARD', '1 CREATED WIZARD']);
    expect((await revision(1)).fields.category).toEqual([]);
    expect((await revision(2)).fields.category).toEqual(['Mill']);
  });

  it('is deleted with the location', async () => {
    const context = { actor: admin, at: now(), publishEvent: async () => {} };
    await db.transaction().execute((trx) => deleteLocation({ ...context, trx }, { id: place.id }));
    expect(await db.selectFrom('location_revisions').select('number').execute()).toEqual([]);
    await expect(list()).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });

  it('names an author whose account is deleted, as the audit log does', async () => {
    const leaver = await addPerson(db, 'ADMIN', { first_name: 'Una', last_name: 'Bain' });
    await saveAs(as(leaver), { remarks: 'Checked' });
    await db
      .transaction()
      .execute((trx) => deleteAccount(trx, { id: leaver.id, actorId: admin.id, at: now() }, async () => {}));
    expect((await list())[0]!.author).toMatchObject({ first_name: 'Una', enabled_at: null });
  });

  it('forgets the details of a previous owner once a change of the owner has removed them', async () => {
    await saveAs(team, { remarks: 'Checked' });
    await team(changeOwner, { id: place.id, userId: other.id, ownerFields: 'replace' });
    const { rows } = await sql<{ text: string }>`
      select string_agg(to_jsonb(r)::text, '') as text from location_revisions r where number < 4`.execute(db);
    expect(rows[0]!.text).not.toMatch(/Fraser Campbell|fraser@weir-mill|01786 496 0142/);
    const { ownername } = await record();
    await restore(2);
    expect(await record()).toMatchObject({ ownername: 'Iain Ross', remarks: '' });
    expect(ownername).toBe('Iain Ross');
  });

  it.each([
    'update location_revisions set author_id = null',
    'update location_revisions set fields = fields || \'{"title": "Forged"}\' where fields is not null',
    'update location_revisions set number = number + 10',
    "update location_revisions set recorded_at = recorded_at + interval '1 hour'",
    'delete from location_revisions',
    'delete from location_revisions where number = 2',
  ])('cannot be changed by %s', async (statement) => {
    await saveAs(team, { remarks: 'Checked' });
    const before = await list();
    await expect(sql.raw(statement).execute(db)).rejects.toThrow();
    expect(await list()).toEqual(before);
  });

  it('cannot have gaps', async () => {
    const gap = sql`insert into location_revisions (location_id, number, action, origin, started_at, recorded_at, status, content_number)
      values (${place.id}, 9, 'CHANGED', 'RECORD', now(), now(), 'NEW', 1)`;
    await expect(gap.execute(db)).rejects.toThrow('location_revisions_previous_fkey');
  });

  it('is for the Locations Team only', async () => {
    for (const api of [ownerApi, otherApi]) {
      await expect(api(listRevisions, { id: place.id })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
      await expect(api(restoreRevision, { id: place.id, number: 1 })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
    }
  });
});
