import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase, waitForBlockedTransaction } from '../../../../tests/support/database.ts';
import {
  SAMPLE_OPTIONS,
  addImage,
  addLocation,
  clearCatalogue,
  locationDeps,
} from '../../../../tests/support/locations.ts';
import { COMPLETE_FIELDS, submissionApi } from '../../../../tests/support/submissions.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createBatchDeletion } from '../../../server/delete-account-data.ts';
import { publishEvent } from '../../../server/event-subscriptions.ts';
import { deleteAccount } from '../../accounts/account-deletion/commands.server.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import * as boards from '../../boards/contract.ts';
import { notify } from '../../notifications/commands.server.ts';
import { publishLocations, unpublishLocation } from '../publishing/commands.server.ts';
import { getImagesVersion } from '../catalogue/published/published-version.queries.server.ts';
import { getCatalogueGeneration } from '../catalogue/published/queries.server.ts';
import { createLocation } from '../editing/contract.ts';
import { deleteLocation } from './commands.server.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');
const scout = await addPerson(db, 'SCOUT');
const asScout = boardsApi(db, scout);
const asTeam = boardsApi(db, admin);
const at = new Date('2027-01-05T10:00:00Z');
const act = { actorId: admin.id, at };
const remove = (id: string) =>
  db.transaction().execute((trx) => deleteLocation({ trx, actor: admin, at, publishEvent }, { id, version: 1 }));
const deleteUser = (id: string) => db.transaction().execute((trx) => deleteAccount(trx, { id, ...act }, publishEvent));

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  await clearCatalogue(db);
});

/** A published location with something in every table that knows locations. */
async function addFull(title: string, owner_id: string | null = null): Promise<string> {
  const id = await addLocation(db, { title, owner_id, options: SAMPLE_OPTIONS });
  await addImage(db, id, { is_primary: true });
  await db
    .insertInto('contacts')
    .values({ location_id: id, firstname: 'A', lastname: 'B', email: 'a@b.example' })
    .execute();
  await db.insertInto('uploads').values({ location_id: id, user_id: admin.id, name: 'a.jpg', bytes: 9 }).execute();
  await db.transaction().execute((trx) => publishLocations(trx, { ids: [id], at: new Date() }, publishEvent));
  return id;
}

/** How many rows of each table are about these locations, where there are any, without those that only wait for a job. */
async function rowsAbout(ids: readonly string[]): Promise<Record<string, number>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name <> 'duplicate_queue' and data_type = 'uuid' and (column_name = 'location_id'
      or (column_name = 'id' and table_name in ('locations', 'published_locations', 'search_terms')))`.execute(db);
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::uuid[])`.execute(db);
    if (rows[0]!.n > 0) counts[table] = rows[0]!.n;
  }
  return counts;
}

const auditOf = (id: string) =>
  db.selectFrom('audit_logs').select(['type', 'user_id', 'details']).where('location_id', '=', id).execute();

test('deletes a location everywhere except in the audit log and notifications', async () => {
  const id = await addFull('Mill');
  const draft = { owner_id: admin.id, location_id: id, base_values: '{}', fields: '{}' };
  await db.insertInto('location_drafts').values(draft).execute();
  await db.transaction().execute((trx) => notify(trx, { type: 'LOCATION_REQUESTING_APPROVAL', locationId: id, at }));
  await remove(id);
  expect(await rowsAbout([id])).toEqual({ audit_logs: 1, catalogue_changes: 2, notifications: 1 });
  expect(await auditOf(id)).toEqual([
    { type: AUDIT_TYPES.LOCATION_DELETED.number, user_id: admin.id, details: { title: 'Mill' } },
  ]);
});

test('rejects a deletion with an outdated version', async () => {
  const id = await addFull('Mill');
  const before = await rowsAbout([id]);
  const seen = { version: 1, images_version: await getImagesVersion(db, id) };
  const removeSeen = () =>
    db.transaction().execute((trx) => deleteLocation({ trx, actor: admin, at, publishEvent }, { id, ...seen }));
  await addImage(db, id, { position: 1 });
  await expect(removeSeen()).rejects.toMatchObject({ errorType: 'CONFLICT' });
  expect(await rowsAbout([id])).toEqual({ ...before, images: 2 });
  await db.deleteFrom('images').where('location_id', '=', id).where('position', '=', 1).execute();
  await removeSeen();
  expect(await auditOf(id)).toHaveLength(1);
});

test('never reuses the id of a deleted location', async () => {
  const owner = await addPerson(db, 'OWNER');
  const id = await addFull('Mill', owner.id);
  await remove(id);
  const again = submissionApi(db, owner)(createLocation, { id, draftVersion: 0, ...COMPLETE_FIELDS.information });
  await expect(again).rejects.toMatchObject({ errorType: 'CONFLICT' });
});

test('removes the location from all boards, archived and private ones too, and keeps the order of the others', async () => {
  const [mill, tower, quay] = [await addFull('Mill'), await addFull('Tower'), await addFull('Quay')];
  const { id } = await asScout(boards.createBoard, { title: 'Episode 4' });
  const { id: untouched } = await asScout(boards.createBoard, { title: 'Episode 5' });
  const { id: archived } = await asScout(boards.createBoard, { title: 'Episode 3' });
  const { id: secret } = await asTeam(boards.createPrivateBoard, { title: 'For the commissioner' });
  for (const locationId of [tower, mill, quay]) await asScout(boards.addLocation, { id, locationId });
  await asScout(boards.addLocation, { id: untouched, locationId: quay });
  await asScout(boards.addLocation, { id: archived, locationId: mill });
  await asScout(boards.archiveBoard, { id: archived });
  await asTeam(boards.addLocation, { id: secret, locationId: mill });
  await asScout(boards.updateBoard, { id, primaryLocationId: mill });
  const before = await asScout(boards.boardById, { id: untouched });
  await remove(mill);
  const board = await asScout(boards.boardById, { id });
  expect(board.locations.data.map(({ position, location }) => [position, location?.title])).toEqual([
    [0, 'Tower'],
    [1, 'Quay'],
  ]);
  expect(board).toMatchObject({ updated_at: at.toISOString(), count: 2 });
  expect(board.locations.data.some(({ primary }) => primary)).toBe(false);
  expect((await asScout(boards.boardById, { id: archived })).count).toBe(0);
  expect((await asTeam(boards.boardById, { id: secret })).count).toBe(0);
  expect(await asScout(boards.boardById, { id: untouched })).toEqual(before);
});

test('responds NOT_FOUND to the deletion of an unknown or deleted location', async () => {
  const id = await addFull('Mill');
  await remove(id);
  for (const one of [id, randomUUID()]) await expect(remove(one)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await auditOf(id)).toHaveLength(1);
});

test('deletes the locations of a deleted account, in one catalogue generation, and no others', async () => {
  const owner = await addPerson(db, 'OWNER');
  const other = await addPerson(db, 'OWNER');
  const deleted = [await addFull('Mill', owner.id), await addFull('Tower', owner.id)];
  const others = [await addFull('Quay', other.id), await addFull('Shore')];
  await db
    .insertInto('location_drafts')
    .values({ owner_id: owner.id, base_values: '{}', fields: '{"title":"Weir"}' })
    .execute();
  const { id } = await asScout(boards.createBoard, { title: 'Episode 4' });
  for (const locationId of [...deleted, ...others]) await asScout(boards.addLocation, { id, locationId });
  const generation = await getCatalogueGeneration(db);
  await deleteUser(owner.id);
  expect(await rowsAbout(deleted)).toEqual({ audit_logs: 4, catalogue_changes: 4 });
  expect(await getCatalogueGeneration(db)).toBe(generation + 1);
  expect(await rowsAbout(others)).toMatchObject({ locations: 2, published_locations: 2, images: 2, contacts: 2 });
  expect(await db.selectFrom('location_drafts').selectAll().execute()).toEqual([]);
  expect((await asScout(boards.boardById, { id })).count).toBe(2);
});

test('deletes more locations than one transaction can after an account, in batches, each with an audit entry', async () => {
  const owner = await addPerson(db, 'OWNER');
  await sql`
    insert into locations (title, locationurl, owner_id)
    select 'Place ' || n, 'place-' || n, ${owner.id} from generate_series(1, 2001) n`.execute(db);
  await deleteUser(owner.id);
  expect(await db.selectFrom('locations').select('id').execute()).toHaveLength(2001);
  const deleteBatch = createBatchDeletion(publishEvent);
  const batch = { userId: owner.id, actorId: admin.id, at };
  while ((await db.transaction().execute((trx) => deleteBatch(trx, batch))) > 0);
  expect(await db.selectFrom('locations').select('id').execute()).toEqual([]);
  const noted = db
    .selectFrom('audit_logs')
    .select(({ fn }) => fn.count<number>('location_id').distinct().as('total'))
    .where('type', '=', AUDIT_TYPES.LOCATION_DELETED.number)
    .where('created_at', '=', at)
    .where('user_id', '=', admin.id);
  expect((await noted.executeTakeFirstOrThrow()).total).toBeGreaterThanOrEqual(2001);
});

test('deletes locations while they are added to and removed from boards', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await addFull(`Mill ${n}`));
  const made = [];
  for (let n = 0; n < 4; n++) made.push((await asScout(boards.createBoard, { title: `Episode ${n}` })).id);
  const filling = made.flatMap((id) => ids.map((locationId) => asScout(boards.addLocation, { id, locationId })));
  const outcomes = await Promise.allSettled([...filling, ...ids.slice(0, 6).map(remove)]);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.errorType] : []));
  expect(refusals.filter((reason) => reason !== 'NOT_FOUND')).toEqual([]);
  for (const id of made) {
    const { locations } = await asScout(boards.boardById, { id, size: 48 });
    expect(locations.data.map((item) => item.id).toSorted()).toEqual(ids.slice(6).toSorted());
  }
});

test('waits for a concurrent decision before it deletes an account, and deletes the email about it', async () => {
  const owner = await addPerson(db, 'OWNER');
  const id = await addFull('Mill', owner.id);
  let deleted: Promise<void> | undefined;
  await db.transaction().execute(async (trx) => {
    await unpublishLocation({ ...locationDeps(publishEvent), trx, actor: admin, at }, { id });
    deleted = deleteUser(owner.id);
    await waitForBlockedTransaction(db);
  });
  await deleted;
  expect(await rowsAbout([id])).not.toHaveProperty('locations');
  expect(await db.selectFrom('outbox').select('kind').where('recipient', '=', owner.email).execute()).toEqual([]);
});
