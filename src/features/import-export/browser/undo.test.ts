import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserImportFixtures } from '../../../../tests/support/browser-imports.ts';
import { addEnquiry } from '../../../../tests/support/enquiries.ts';
import { addImage, addLocation, addOption } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import * as bulkRoutes from '../../locations/bulk-changes/contract.ts';
import { withdrawOwnedLocations } from '../../locations/deleting/commands.server.ts';
import { mergeLocations } from '../../locations/merging/commands.server.ts';
import { publishLocations } from '../../locations/publishing/commands.server.ts';

const { db, admin, clock, deps, api, reset, upload, check, apply, work, listItems, listTitles } =
  await browserImportFixtures();
beforeEach(reset);

/** Everything that undoing restores. */
const contents = () =>
  db
    .selectFrom('locations')
    .select([
      'id',
      'title',
      'description',
      'status',
      'location_status',
      'locationurl',
      'locationidentifier',
      'lastmodificationdate',
    ])
    .select((eb) => [
      eb
        .selectFrom('location_options as o')
        .whereRef('o.location_id', '=', 'locations.id')
        .select(({ fn }) => fn.agg<string[]>('array_agg', ['o.option_id']).as('options'))
        .as('options'),
      eb.selectFrom('published_locations as p').whereRef('p.id', '=', 'locations.id').select('p.title').as('online'),
    ])
    .orderBy('id')
    .execute();

describe('undo', () => {
  test('restores former values and published versions, and deletes what was new', async () => {
    await addOption(db, 'category', 'Castle');
    const live = await addLocation(db, {
      title: 'Live',
      locationidentifier: 1,
      exporttowebsite: true,
      options: { category: ['Castle'] },
    });
    await addLocation(db, { title: 'Draft', locationidentifier: 2 });
    await db.transaction().execute((trx) => publishLocations(trx, { ids: [live], at: clock.now }, deps.publishEvent));
    const before = await contents();
    const file = 'Ref,Title,Website,Category\n1,Live again,yes,Mill\n2,Draft again,yes,Mill\n3,New,yes,Mill\n';
    const checked = await check(
      await upload(file),
      ['locationidentifier', 'title', 'exporttowebsite', 'category'],
      true,
    );
    expect(checked.publishes).toBe(3);
    const { id } = await work(await apply(checked));
    expect((await contents()).map(({ online }) => online).toSorted()).toEqual(['Draft again', 'Live again', 'New']);
    clock.now = new Date(clock.now.getTime() + 60_000);
    await api(bulkRoutes.undoBulkChange, { id });
    expect((await work(id)).counts).toMatchObject({ UNDONE: 3, KEPT: 0 });
    expect(await contents()).toEqual(before);
  });

  test('leaves alone what somebody has changed since', async () => {
    await addLocation(db, { title: 'Old', locationidentifier: 1 });
    const { id } = await work(
      await apply(
        await check(await upload('Ref,Title\n1,Imported\n2,Added\n3,Other\n'), ['locationidentifier', 'title']),
      ),
    );
    await db
      .updateTable('locations')
      .set({ description: 'Mine', version: 9 })
      .where('locationidentifier', 'in', [1, 2])
      .execute();
    await api(bulkRoutes.undoBulkChange, { id });
    expect((await work(id)).counts).toMatchObject({ UNDONE: 1, KEPT: 2 });
    expect(await listTitles()).toEqual(['Added', 'Imported']);
  });

  test('keeps new locations that somebody has added something to', async () => {
    const checked = await check(await upload('Ref,Title\n1,A\n2,B\n3,C\n'), ['locationidentifier', 'title']);
    const { id } = await work(await apply(checked), 10);
    const items = (await api(bulkRoutes.bulkItems, { id })).data;
    const document = {
      id: randomUUID(),
      location_id: items[0]!.location_id,
      name: 'Plan',
      bytes: 1,
      uploaded_by: admin.id,
    };
    await db.insertInto('documents').values(document).execute();
    await addImage(db, items[1]!.location_id);
    await api(bulkRoutes.undoBulkChange, { id });
    expect((await work(id)).counts).toMatchObject({ UNDONE: 1, KEPT: 2 });
    expect(await listItems(id)).toEqual([
      '2 · A · KEPT · It is used by now: documents.',
      '3 · B · KEPT · It is used by now: images.',
      '4 · C · UNDONE',
    ]);
  });

  test('keeps new locations that people use by now, undoes the rest, and says why', async () => {
    const file = 'Ref,Title\n1,On a board\n2,Enquired\n3,Asked\n4,Pinned\n5,Merged into\n6,Unused\n';
    const { id } = await work(await apply(await check(await upload(file), ['locationidentifier', 'title'])), 10);
    const [board, enquired, asked, pinned, merged] = (await api(bulkRoutes.bulkItems, { id })).data.map(
      ({ location_id }) => location_id,
    ) as [string, string, string, string, string];
    const insert = <Row extends { id: string }>(row: { execute: () => Promise<Row[]> }) =>
      row.execute().then(([one]) => one!.id);
    const board_id = await insert(
      db.insertInto('boards').values({ user_id: admin.id, title: 'Recce' }).returning('id'),
    );
    await db.insertInto('board_locations').values({ board_id, location_id: board, position: 0 }).execute();
    await addEnquiry(db, { location_id: enquired, location_title: 'Enquired' });
    const task = { location_id: asked, step: 'images', text: 'The rear, please.', created_at: clock.now } as const;
    await db.insertInto('owner_tasks').values(task).execute();
    const pin = { query: 'pier', key: 'pier', changed_at: clock.now };
    const pin_id = await insert(db.insertInto('search_pins').values(pin).returning('id'));
    await db.insertInto('search_pin_locations').values({ pin_id, location_id: pinned, position: 1 }).execute();
    await addLocation(db, { title: 'Other', locationurl: 'merged-other', merged_into: merged });
    await api(bulkRoutes.undoBulkChange, { id });
    const { counts, reasons } = await work(id);
    expect(counts).toMatchObject({ UNDONE: 1, KEPT: 5 });
    expect(reasons).toEqual([{ reason: 'IN_USE', count: 5 }]);
    expect(await listItems(id)).toEqual([
      '2 · On a board · KEPT · It is used by now: boards.',
      '3 · Enquired · KEPT · It is used by now: enquiries.',
      '4 · Asked · KEPT · It is used by now: requests to its owner.',
      '5 · Pinned · KEPT · It is used by now: pinned results.',
      '6 · Merged into · KEPT · It is used by now: a merged location.',
      '7 · Unused · UNDONE',
    ]);
    for (const table of ['boards', 'enquiries', 'search_pins'] as const) await db.deleteFrom(table).execute();
  });

  test('keeps a location that was merged since, and what it was merged into', async () => {
    const old = await addLocation(db, { title: 'Old', locationidentifier: 1 });
    const { id } = await work(
      await apply(await check(await upload('Ref,Title\n1,Old quay\n2,New quay\n'), ['locationidentifier', 'title'])),
    );
    const [, added] = (await api(bulkRoutes.bulkItems, { id })).data;
    const merge = { id: old, other_id: added!.location_id };
    await db.transaction().execute((trx) => mergeLocations({ ...deps, trx, actor: admin, at: clock.now }, merge));
    await api(bulkRoutes.undoBulkChange, { id });
    expect((await work(id)).counts).toMatchObject({ UNDONE: 0, KEPT: 2 });
    expect((await listItems(id)).map((item) => item.split(' · ').at(-1))).toEqual([
      'Somebody has changed it in the meantime.',
      'It was merged into another location.',
    ]);
  });

  test('keeps a location whose former legacy id another one has by now', async () => {
    const a = await addLocation(db, { title: 'A', locationidentifier: 1 });
    const checked = await check(await upload(`Id,Ref\n${a},5\n`), ['id', 'locationidentifier']);
    const { id } = await work(await apply(checked));
    await addLocation(db, { title: 'B', locationidentifier: 1 });
    await api(bulkRoutes.undoBulkChange, { id });
    await work(id);
    expect(await listItems(id)).toEqual(['2 · A · KEPT · Another location has its former legacy id.']);
  });

  test('does not put a location online again whose owner deletes the account', async () => {
    const owner = await addPerson(db, 'OWNER');
    const id = await addLocation(db, {
      title: 'Live',
      locationidentifier: 1,
      exporttowebsite: true,
      owner_id: owner.id,
    });
    await db.transaction().execute((trx) => publishLocations(trx, { ids: [id], at: clock.now }, deps.publishEvent));
    const checked = await check(await upload('Ref,Title\n1,Live again\n'), ['locationidentifier', 'title']);
    const done = await work(await apply(checked));
    await db.transaction().execute((trx) => withdrawOwnedLocations(trx, { userId: owner.id }));
    const nothing = { enabled_at: null, email: null, password_hash: null, telephone1: null, email_verified_at: null };
    await db.updateTable('users').set(nothing).where('id', '=', owner.id).execute();
    await api(bulkRoutes.undoBulkChange, { id: done.id });
    await work(done.id);
    expect(await listItems(done.id)).toEqual([
      '2 · Live again · KEPT · The account of the owner is not available any more.',
    ]);
    expect(await contents()).toMatchObject([{ title: 'Live again', status: 'NEW', online: null }]);
  });
});
