import { featureHandlers, testServices } from '../../../../tests/support/services.ts';
import { locationFeature } from '../../../../src/features/locations/feature.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import {
  SAMPLE_OPTIONS,
  addImage,
  addLocation,
  addOption,
  clearCatalogue,
  locationDeps,
} from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { publishAll } from '../../../../tests/support/submissions.ts';
import { AUDIT_TYPES, type AuditType } from '../../audit-log/entry-types.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import { withdrawOwnedLocations } from '../deleting/commands.server.ts';
import { listRevisions } from '../history/queries.server.ts';
import { publishLocations } from '../publishing/commands.server.ts';
import { recordRevisions } from '../working-copy/revisions.commands.server.ts';
import { failChange, performBatch } from './batch.commands.server.ts';
import * as routes from './contract.ts';
import { deleteOldBulkChanges } from './jobs.server.ts';
import type { BulkAction, BulkChangeDetails } from './schema.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN', { first_name: 'Catriona', last_name: 'Muir' });
const owner = await addPerson(db, 'OWNER');
const other = await addPerson(db, 'OWNER', { first_name: 'Euan', last_name: 'Bell' });
/** Each test runs on its own day: entries of the audit log cannot be deleted. */
let now = new Date('2026-11-12T09:30:00Z');
const deps = locationDeps();
const jobs = { enqueue: async () => {}, stop: async () => {} };
const handlers = featureHandlers(locationFeature, testServices(db, { jobs, ...deps, now: () => now }));
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));

const recordChange = (id: string, authorId: string | null, action: 'CHANGED' | 'PUBLISHED' | 'UNPUBLISHED') =>
  db.transaction().execute(async (trx) => {
    // A version without a change is not recorded.
    if (action === 'CHANGED')
      await trx.updateTable('locations').set({ remarks: randomUUID() }).where('id', '=', id).execute();
    await recordRevisions(trx, [id], { action, origin: 'WIZARD', authorId, at: now });
  });

beforeEach(async () => {
  now = new Date(now.getTime() + DAY_MS);
  await clearCatalogue(db);
  await db.deleteFrom('bulk_changes').execute();
  await db.deleteFrom('outbox').execute();
});

const preview = (ids: string[], action: BulkAction) => api(routes.previewBulkChange, { selection: { ids }, action });
/** Runs the job until the change has ended. */
async function work(id: string, size = 2): Promise<BulkChangeDetails> {
  for (;;) {
    const change = await api(routes.bulkChangeById, { id });
    if (change.state !== 'RUNNING' && change.state !== 'UNDOING') return change;
    await db.transaction().execute((trx) => performBatch(trx, deps, jobs, { id, at: now, size }));
  }
}
async function change(ids: string[], action: BulkAction): Promise<BulkChangeDetails> {
  const { id } = await preview(ids, action);
  await api(routes.startBulkChange, { id });
  return work(id);
}
async function undo(id: string): Promise<BulkChangeDetails> {
  await api(routes.undoBulkChange, { id });
  return work(id);
}
const itemsOf = async (id: string) =>
  (await api(routes.bulkItems, { id })).data.map(({ title, state, note }) =>
    [title, state, note].filter(Boolean).join(': '),
  );
const optionsOf = async (id: string, field: string) =>
  (
    await db
      .selectFrom('location_options as lo')
      .innerJoin('options as o', 'o.id', 'lo.option_id')
      .select('o.name')
      .where('lo.location_id', '=', id)
      .where('lo.field', '=', field)
      .orderBy('o.name')
      .execute()
  ).map(({ name }) => name);
const stateOf = (id: string) =>
  db
    .selectFrom('locations')
    .select(['status', 'location_status', 'owner_id', 'featured', 'published_without'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const auditOf = async (type: AuditType) =>
  db
    .selectFrom('audit_logs')
    .select(['location_id', 'details'])
    .where('type', '=', AUDIT_TYPES[type].number)
    .where('created_at', '=', now)
    .execute();
const mailsTo = (email: string) =>
  db.selectFrom('outbox').select(['subject', 'text']).where('recipient', '=', email).orderBy('created_at').execute();
const publish = (ids: string[]) =>
  db.transaction().execute((trx) => publishLocations(trx, { ids, at: now }, deps.publishEvent));

async function addComplete(title: string, columns: Parameters<typeof addLocation>[1] = {}): Promise<string> {
  const id = await addLocation(db, { title, address1: '1 Weir Road', options: SAMPLE_OPTIONS, ...columns });
  await addImage(db, id, { is_primary: true });
  return id;
}

describe('the preview', () => {
  test('says which locations change, which have the value, and which are refused and why', async () => {
    await addOption(db, 'category', 'Castle');
    const ids = [
      await addLocation(db, { title: 'A plain one' }),
      await addLocation(db, { title: 'B has it', options: { category: ['Castle', 'Hall'] } }),
      await addLocation(db, { title: 'C waiting', location_status: 'AWAITING_APPROVAL', submitted_at: now }),
      await addLocation(db, { title: 'D draft', owner_id: owner.id }),
      await addLocation(db, { title: 'E other draft', owner_id: owner.id }),
    ];
    await addDraft(ids[3]!, { category: ['Hall'] });
    await addDraft(ids[4]!, { title: 'E' });
    const { id, counts, reasons, mails } = await preview(ids, { kind: 'add', field: 'category', options: ['Castle'] });
    expect(counts).toMatchObject({ PENDING: 2, SAME: 1, REFUSED: 2, CHANGED: 0 });
    expect(reasons).toEqual([
      { reason: 'AWAITING_APPROVAL', count: 1 },
      { reason: 'OWNER_DRAFT', count: 1 },
    ]);
    expect(mails).toBe(0);
    expect(await itemsOf(id)).toEqual([
      'A plain one: PENDING',
      'B has it: SAME',
      'C waiting: REFUSED: Awaits approval. Decide in the review.',
      'D draft: REFUSED: Its owner is changing it and has not saved yet.',
      'E other draft: PENDING',
    ]);
    expect(await optionsOf(ids[0]!, 'category')).toEqual([]);
  });

  test('says what would be replaced, and whose changes would be published without a submission', async () => {
    await addOption(db, 'condition', 'Ruined');
    const una = await addPerson(db, 'OWNER', { first_name: 'Una', last_name: 'Grant' });
    const ids = [
      await addComplete('A owned', { owner_id: una.id }),
      await addComplete('B published', { owner_id: una.id, status: 'CHANGED', location_status: 'PUBLISHED' }),
      await addLocation(db, { title: 'C empty' }),
    ];
    await recordChange(ids[0]!, una.id, 'CHANGED');
    const ofAction = async (action: BulkAction) => itemsOf((await preview(ids, action)).id);
    expect(await ofAction({ kind: 'set', field: 'condition', options: ['Ruined'] })).toEqual([
      'A owned: PENDING: Now: Good.',
      'B published: PENDING: Now: Good.',
      'C empty: PENDING',
    ]);
    expect(await ofAction({ kind: 'owner', userId: other.id })).toEqual([
      'A owned: PENDING: Now: Una Grant.',
      'B published: PENDING: Now: Una Grant.',
      'C empty: PENDING',
    ]);
    expect(await preview(ids, { kind: 'publish' })).toMatchObject({ unsubmitted: 1 });
    expect((await ofAction({ kind: 'publish' })).slice(0, 2)).toEqual([
      'A owned: PENDING: Includes what Una Grant has not submitted.',
      'B published: PENDING',
    ]);
  });

  test('says nothing of an owner whose location the team has taken offline', async () => {
    const una = await addPerson(db, 'OWNER', { first_name: 'Una', last_name: 'Grant' });
    const ids = [await addComplete('A offline', { owner_id: una.id })];
    await recordChange(ids[0]!, una.id, 'CHANGED');
    for (const action of ['PUBLISHED', 'UNPUBLISHED'] as const) await recordChange(ids[0]!, null, action);
    expect(await preview(ids, { kind: 'publish' })).toMatchObject({ unsubmitted: 0 });
    await recordChange(ids[0]!, una.id, 'CHANGED');
    expect(await preview(ids, { kind: 'publish' })).toMatchObject({ unsubmitted: 1 });
  });

  test('applies the rule of publishing, and counts the owners who get an email', async () => {
    const ids = [
      await addComplete('A complete', { owner_id: owner.id }),
      await addComplete('B complete', { owner_id: owner.id }),
      await addLocation(db, { title: 'C without address', options: SAMPLE_OPTIONS, owner_id: other.id }),
    ];
    const { id, counts, mails } = await preview(ids, { kind: 'publish' });
    expect(counts).toMatchObject({ PENDING: 2, REFUSED: 1 });
    expect(mails).toBe(1);
    expect((await itemsOf(id))[2]).toBe('C without address: REFUSED: Not complete enough to publish: Address 1.');
  });

  test('selects all that match a query, without some', async () => {
    const mill = await addLocation(db, { title: 'Old mill' });
    await addLocation(db, { title: 'New mill' });
    await addLocation(db, { title: 'Castle' });
    const matching = { query: 'mill', filters: { all: [{ status: ['NEW' as const] }] } };
    const feature = { kind: 'feature', featured: true } as const;
    const all = await api(routes.previewBulkChange, { selection: { matching }, action: feature });
    expect(all.counts.PENDING).toBe(2);
    const some = await api(routes.previewBulkChange, { selection: { matching, except: [mill] }, action: feature });
    expect(await itemsOf(some.id)).toEqual(['New mill: PENDING']);
  });

  test.each([
    [{ kind: 'set', field: 'category', options: ['Nowhere'] }, 'INVALID'],
    [{ kind: 'set', field: 'condition', options: ['Good', 'Ruined'] }, 'INVALID'],
    [{ kind: 'add', field: 'condition', options: ['Good'] }, 'INVALID'],
    [{ kind: 'add', field: 'category', options: [] }, 'INVALID'],
    [{ kind: 'owner', userId: admin.id }, 'CONFLICT'],
  ] as const)('rejects %j and stores nothing', async (action, errorType) => {
    const id = await addLocation(db, {});
    await expect(preview([id], action as unknown as BulkAction)).rejects.toMatchObject({ errorType });
    expect(await db.selectFrom('bulk_changes').select('id').execute()).toEqual([]);
  });

  test('rejects a selection of nothing', async () => {
    await expect(preview([randomUUID()], { kind: 'publish' })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await expect(preview([], { kind: 'publish' })).rejects.toMatchObject({ errorType: 'INVALID' });
  });
});

async function addDraft(location: string, fields: object): Promise<void> {
  await db
    .insertInto('location_drafts')
    .values({ owner_id: owner.id, location_id: location, fields: JSON.stringify(fields), base_values: '{}' })
    .execute();
}

describe('a change', () => {
  test('sets, adds and removes options, with state, history and audit log', async () => {
    await addOption(db, 'category', 'Castle');
    const live = await addComplete('Live');
    const draft = await addComplete('New');
    await publish([live]);
    const done = await change([live, draft], { kind: 'add', field: 'category', options: ['Castle'] });
    expect(done).toMatchObject({ state: 'DONE', counts: { CHANGED: 2, PENDING: 0 } });
    expect(await optionsOf(live, 'category')).toEqual(['Castle', 'Mill or factory']);
    expect(await stateOf(live)).toMatchObject({ status: 'CHANGED', location_status: 'PUBLISHED' });
    expect(await stateOf(draft)).toMatchObject({ status: 'NEW', location_status: 'DRAFT' });
    const { data } = await listRevisions(db, { id: live, page: 1 });
    expect(data[0]).toMatchObject({
      action: 'CHANGED',
      origin: 'BULK',
      author: { id: admin.id },
      fields: ['category'],
    });
    expect(await auditOf('LOCATION_UPDATED')).toContainEqual({
      location_id: live,
      details: { fields: 'category', revision: data[0]!.number, bulkChange: done.id },
    });
    expect(await auditOf('BULK_CHANGE_STARTED')).toMatchObject([
      { details: { name: 'Add to Category: Castle', locations: 2 } },
    ]);
    await change([live], { kind: 'remove', field: 'category', options: ['Castle'] });
    expect(await stateOf(live)).toMatchObject({ status: 'LIVE' });
    await change([live], { kind: 'set', field: 'category', options: [] });
    expect(await optionsOf(live, 'category')).toEqual([]);
    expect(await optionsOf(live, 'setting')).toEqual(['Riverside']);
  });

  test('leaves out what was changed, deleted or began to wait since the preview', async () => {
    const [same, changed, deleted, waiting] = [
      await addLocation(db, { title: 'A' }),
      await addComplete('B'),
      await addLocation(db, { title: 'C' }),
      await addLocation(db, { title: 'D' }),
    ];
    const { id } = await preview([same, changed, deleted, waiting], { kind: 'feature', featured: true });
    await publish([changed]);
    await db.deleteFrom('locations').where('id', '=', deleted).execute();
    await db.updateTable('locations').set({ location_status: 'AWAITING_APPROVAL' }).where('id', '=', waiting).execute();
    await api(routes.startBulkChange, { id });
    await work(id);
    expect(await itemsOf(id)).toEqual([
      'A: CHANGED',
      'B: REFUSED: Somebody has changed it in the meantime.',
      'C: REFUSED: It was deleted in the meantime.',
      'D: REFUSED: Awaits approval. Decide in the review.',
    ]);
    expect((await stateOf(changed)).featured).toBe(false);
  });

  test('refuses what is left when an option is deleted', async () => {
    const option = await addOption(db, 'category', 'Castle');
    const ids = [await addLocation(db, { title: 'A' })];
    const { id } = await preview(ids, { kind: 'set', field: 'category', options: ['Castle'] });
    await db.deleteFrom('options').where('id', '=', option).execute();
    await api(routes.startBulkChange, { id });
    await work(id);
    expect(await itemsOf(id)).toEqual(['A: REFUSED: An option was deleted from its list.']);
  });

  test('publishes and takes offline, with one email to each owner', async () => {
    const ids = [
      await addComplete('Mill', { owner_id: owner.id }),
      await addComplete('Shore', { owner_id: owner.id }),
      await addComplete('Farm'),
    ];
    const published = await change(ids, { kind: 'publish' });
    expect(published.counts.CHANGED).toBe(3);
    expect(await stateOf(ids[0]!)).toMatchObject({ status: 'LIVE', location_status: 'PUBLISHED' });
    expect(await mailsTo(owner.email)).toMatchObject([{ subject: '2 locations of yours are published' }]);
    expect((await mailsTo(owner.email))[0]!.text).toContain('Shore');
    const offline = await change(ids, { kind: 'unpublish' });
    expect(offline.counts.CHANGED).toBe(3);
    expect(await stateOf(ids[0]!)).toMatchObject({ status: 'NEW', location_status: 'DRAFT' });
    expect((await auditOf('LOCATION_UNPUBLISHED')).length).toBe(3);
  });

  test('changes the owner, and both are told once', async () => {
    const ids = [await addLocation(db, { title: 'A', owner_id: owner.id }), await addLocation(db, { title: 'B' })];
    await addImage(db, ids[0]!, { taken_latitude: 56, taken_longitude: -4 });
    const done = await change(ids, { kind: 'owner', userId: other.id });
    expect(done.action).toMatchObject({ ownerName: 'Euan Bell' });
    expect((await stateOf(ids[0]!)).owner_id).toBe(other.id);
    expect(await mailsTo(owner.email)).toMatchObject([
      { subject: '1 location of yours is no longer listed with your account' },
    ]);
    expect(await mailsTo(other.email)).toMatchObject([
      { subject: '2 locations of yours are now listed with your account' },
    ]);
    const images = () => db.selectFrom('images').select(['taken_latitude']).execute();
    expect(await images()).toEqual([{ taken_latitude: null }]);
    await undo(done.id);
    expect((await stateOf(ids[0]!)).owner_id).toBe(owner.id);
    expect((await stateOf(ids[1]!)).owner_id).toBe(null);
    expect(await images()).toEqual([{ taken_latitude: 56 }]);
  });

  test('can be cancelled between batches; what is done can be undone', async () => {
    const ids = await Promise.all(['A', 'B', 'C'].map((title) => addLocation(db, { title })));
    const { id } = await preview(ids, { kind: 'feature', featured: true });
    await api(routes.startBulkChange, { id });
    await db.transaction().execute((trx) => performBatch(trx, deps, jobs, { id, at: now, size: 2 }));
    const cancelled = await api(routes.cancelBulkChange, { id });
    expect(cancelled).toMatchObject({ state: 'CANCELLED', counts: { CHANGED: 2, SKIPPED: 1 } });
    await expect(api(routes.cancelBulkChange, { id })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await work(id);
    const undone = await undo(id);
    expect(undone).toMatchObject({ state: 'UNDONE', counts: { UNDONE: 2, SKIPPED: 1 } });
    expect((await stateOf(ids[0]!)).featured).toBe(false);
  });

  test('continues after a crash without repeating or losing a location', async () => {
    const ids = await Promise.all(['A', 'B', 'C', 'D'].map((title) => addLocation(db, { title })));
    const { id } = await preview(ids, { kind: 'feature', featured: true });
    await api(routes.startBulkChange, { id });
    const crash = { ...jobs, enqueue: async () => Promise.reject(new Error('killed')) };
    for (const sender of [jobs, crash])
      await db
        .transaction()
        .execute((trx) => performBatch(trx, deps, sender, { id, at: now, size: 2 }))
        .catch(() => {});
    expect((await api(routes.bulkChangeById, { id })).counts).toMatchObject({ CHANGED: 2, PENDING: 2 });
    expect((await work(id)).counts).toMatchObject({ CHANGED: 4, PENDING: 0 });
    expect((await auditOf('LOCATION_UPDATED')).length).toBe(4);
  });

  test('stops when the person who started it may no longer change locations', async () => {
    const colleague = await addPerson(db, 'ADMIN');
    const asColleague = createJsonApi(createInProcessCaller(handlers, createCallContext(colleague)));
    const ids = [await addLocation(db, { title: 'A' })];
    const action = { kind: 'feature', featured: true } as const;
    const { id } = await asColleague(routes.previewBulkChange, { selection: { ids }, action });
    await asColleague(routes.startBulkChange, { id });
    await db.updateTable('users').set({ role: 'SCOUT' }).where('id', '=', colleague.id).execute();
    expect(await work(id)).toMatchObject({ state: 'FAILED', counts: { SKIPPED: 1 } });
  });

  test('that fails for good keeps what it has changed', async () => {
    const ids = await Promise.all(['A', 'B'].map((title) => addLocation(db, { title })));
    const { id } = await preview(ids, { kind: 'feature', featured: true });
    await api(routes.startBulkChange, { id });
    await db.transaction().execute((trx) => performBatch(trx, deps, jobs, { id, at: now, size: 1 }));
    await db.transaction().execute((trx) => failChange(trx, deps, id, now));
    expect(await work(id)).toMatchObject({ state: 'FAILED', counts: { CHANGED: 1, SKIPPED: 1 } });
    expect((await undo(id)).counts).toMatchObject({ UNDONE: 1 });
  });

  test('is started once, and not after it was discarded', async () => {
    const ids = [await addLocation(db, {})];
    const { id } = await preview(ids, { kind: 'feature', featured: true });
    await api(routes.startBulkChange, { id });
    await expect(api(routes.startBulkChange, { id })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await expect(api(routes.discardBulkChange, { id })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    const second = await preview(ids, { kind: 'unpublish' });
    await expect(api(routes.startBulkChange, { id: second.id })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await api(routes.discardBulkChange, { id: second.id });
    await expect(api(routes.startBulkChange, { id: second.id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

describe('undoing', () => {
  test('puts the former published version and state back, and lists what was changed since', async () => {
    const [offline, older, since] = [await addComplete('A'), await addComplete('B'), await addComplete('C')];
    await publish([older]);
    await db
      .updateTable('locations')
      .set({ title: 'B now', status: 'CHANGED', version: 2 })
      .where('id', '=', older)
      .execute();
    const before = await Promise.all([offline, older].map(snapshot));
    const done = await change([offline, older, since], { kind: 'publish' });
    await change([since], { kind: 'feature', featured: true });
    const undone = await undo(done.id);
    expect(undone).toMatchObject({
      state: 'UNDONE',
      counts: { UNDONE: 2, KEPT: 1 },
      reasons: [{ reason: 'CHANGED', count: 1 }],
    });
    expect(await Promise.all([offline, older].map(snapshot))).toEqual(before);
    const { data, online } = await listRevisions(db, { id: older, page: 1 });
    expect(data[0]).toMatchObject({ action: 'REPUBLISHED', origin: 'UNDO' });
    expect(online).toBe(data.at(-1)!.number);
  });

  test('leaves a location whose former page URL belongs to another one', async () => {
    const id = await addComplete('A', { locationurl: 'weir' });
    await publish([id]);
    const done = await change([id], { kind: 'unpublish' });
    await sql`update locations set locationurl = 'weir-2' where id = ${id}`.execute(db);
    const taker = await addComplete('B', { locationurl: 'weir' });
    await publish([taker]);
    await undo(done.id);
    expect(await itemsOf(done.id)).toEqual(['A: KEPT: Another location is still published at its web address.']);
  });

  test('does not put a location online again whose owner deletes the account', async () => {
    const leaving = await addPerson(db, 'OWNER');
    const id = await addComplete('A', { owner_id: leaving.id });
    await publish([id]);
    const done = await change([id], { kind: 'unpublish' });
    await closeAccount(leaving.id);
    await undo(done.id);
    expect(await itemsOf(done.id)).toEqual(['A: KEPT: The account of the owner is not available any more.']);
    expect(await snapshot(id)).toMatchObject({ status: 'NEW', published: null });
  });

  test('is possible for an hour; then the former values are erased, and in the end the report is deleted', async () => {
    const done = await change([await addLocation(db, {})], { kind: 'feature', featured: true });
    now = new Date(now.getTime() + 3_600_000);
    await expect(api(routes.undoBulkChange, { id: done.id })).rejects.toMatchObject({ errorType: 'CONFLICT' });
    const stored = () => db.selectFrom('bulk_change_items').select('before').execute();
    await deleteOldBulkChanges(db, now);
    expect(await stored()).toMatchObject([{ before: { featured: false } }]);
    await deleteOldBulkChanges(db, new Date(now.getTime() + 1));
    expect(await stored()).toEqual([{ before: null }]);
    await deleteOldBulkChanges(db, new Date(now.getTime() + 91 * DAY_MS));
    expect(await stored()).toEqual([]);
  });
});

/** Like the deletion of an account while its locations wait to be deleted. */
async function closeAccount(userId: string): Promise<void> {
  await db.transaction().execute((trx) => withdrawOwnedLocations(trx, { userId }));
  const nothing = { enabled_at: null, email: null, password_hash: null, telephone1: null, email_verified_at: null };
  await db.updateTable('users').set(nothing).where('id', '=', userId).execute();
}

/** Everything that undoing a publication restores. */
async function snapshot(id: string) {
  const { rows } = await sql`
    select l.status, l.location_status, l.published_without, l.submitted_at,
      (select to_jsonb(p) from published_locations p where p.id = l.id) as published
    from locations l where l.id = ${id}`.execute(db);
  return rows[0];
}

describe('files', () => {
  test('the report has a line for each location', async () => {
    const id = await addLocation(db, { title: '=cmd' });
    const done = await change([id], { kind: 'feature', featured: true });
    const lines = await exportLines(handlers, routes.exportBulkItems, admin, { id: done.id });
    expect(lines).toEqual([
      'Id,Title,Result,Note,Page,Line of the file',
      `${id},'=cmd,Changed,,https://recce.example/admin/locations/${id},`,
    ]);
  });

  test('the selection is exported in order as CSV, GeoJSON and KML', async () => {
    const ids = [
      await addLocation(db, {
        title: 'Ärmel <&> "mill"',
        latitude: 56.12,
        longitude: -3.9,
        internalteamnotes: 'Ask first',
        locationurl: 'mill',
      }),
      await addLocation(db, { title: 'Zoo' }),
    ];
    await addLocation(db, { title: 'Not selected' });
    await publishAll(db, [ids[0]!]);
    const file = async (format: string) =>
      (
        await exportLines(handlers, routes.exportSelection, admin, {
          selection: { ids },
          sort: { title: 'desc' },
          format,
        })
      ).join('\n');
    expect((await file('csv')).split('\n').map((line) => line.split(',')[2])).toEqual([
      'Title',
      'Zoo',
      '"Ärmel <&> ""mill"""',
    ]);
    const { features } = JSON.parse(await file('geojson')) as { features: object[] };
    expect(features).toMatchObject([
      { id: ids[1], geometry: null },
      {
        geometry: { type: 'Point', coordinates: [-3.9, 56.12] },
        properties: {
          Title: 'Ärmel <&> "mill"',
          'Internal team notes': 'Ask first',
          'Public page': 'https://recce.example/find-a-location/mill',
        },
      },
    ]);
    const kml = await file('kml');
    expect(kml).toContain('<name>Ärmel &lt;&amp;&gt; &quot;mill&quot;</name>');
    expect(kml).toContain('<Point><coordinates>-3.9,56.12</coordinates></Point>');
  });
});
