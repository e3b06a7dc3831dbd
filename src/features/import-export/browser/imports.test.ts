import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import { addImage, addLocation, addOption, clearCatalogue, locationDeps } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createInProcessCaller, createJsonApi } from '../../../platform/http/route-handlers.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import { performBatch } from '../../locations/bulk-changes/batch.commands.server.ts';
import * as bulkRoutes from '../../locations/bulk-changes/contract.ts';
import { bulkChangeHandlers } from '../../locations/bulk-changes/router.server.ts';
import { listRevisions } from '../../locations/history/queries.server.ts';
import { publishLocations } from '../../locations/publishing/commands.server.ts';
import { checkStoredRows } from './check.commands.server.ts';
import * as routes from './contract.ts';
import { deleteOldImports } from './jobs.server.ts';
import { rowImporter } from './row-importer.commands.server.ts';
import { importHandlers, importUpload } from './router.server.ts';
import type { ColumnMapping, ImportDetails } from './schema.ts';

const { kysely: db } = await testDatabase();
const admin = await addPerson(db, 'ADMIN');
const owner = await addPerson(db, 'OWNER');
const DAY_MS = 86_400_000;
/** Each test has a day of its own: entries of the audit log cannot be deleted. */
let now = new Date('2026-11-12T09:30:00Z');
const deps = { ...locationDeps(), rowImporter };
const jobs = { enqueue: async () => {}, stop: async () => {} };
const handlers = [
  ...importHandlers({ db, jobs, siteUrl: deps.siteUrl, now: () => now }),
  ...bulkChangeHandlers({ db, jobs, ...deps, now: () => now }),
];
const api = createJsonApi(createInProcessCaller(handlers, createCallContext(admin)));

beforeEach(async () => {
  now = new Date(now.getTime() + DAY_MS);
  await clearCatalogue(db);
  for (const table of ['imports', 'import_mappings', 'bulk_changes', 'outbox'] as const)
    await db.deleteFrom(table).execute();
});

async function upload(text: string, name = 'catalogue.csv'): Promise<ImportDetails> {
  const context = { ...createCallContext(admin), at: now, log: { error: () => {} } };
  const content = Buffer.from(text);
  return (await importUpload({ db }).handle({ name, file: content }, content, context as never)) as ImportDetails;
}

async function check(details: ImportDetails, mapping: ColumnMapping = details.mapping, createOptions = false) {
  const { id, version } = await api(routes.checkImport, {
    id: details.id,
    expectedVersion: details.version,
    mapping,
    createOptions,
  });
  await checkStoredRows(db, { id, version, at: now });
  return api(routes.importById, { id });
}

const rowsOf = async (id: string) =>
  (await api(routes.importRows, { id })).data.map(({ line, title, result, problems }) =>
    [line, title, result, ...problems].join(' · '),
  );

/** Runs the job until the change has ended. */
async function work(id: string, size = 2) {
  for (;;) {
    const change = await api(bulkRoutes.bulkChangeById, { id });
    if (change.state !== 'RUNNING' && change.state !== 'UNDOING') return change;
    await db.transaction().execute((trx) => performBatch(trx, deps, jobs, { id, at: now, size }));
  }
}

async function apply({ id, version }: ImportDetails): Promise<string> {
  const { bulk_change_id } = await api(routes.applyImport, { id, expectedVersion: version });
  return bulk_change_id!;
}

const itemsOf = async (id: string) =>
  (await api(bulkRoutes.bulkItems, { id })).data.map(({ line, title, state, note }) =>
    [line, title, state, note].filter(Boolean).join(' · '),
  );
const titles = async () =>
  (await db.selectFrom('locations').select('title').orderBy('title').execute()).map(({ title }) => title);
/** Everything that undoing restores. */
const contents = () =>
  db
    .selectFrom('locations')
    .select(['id', 'title', 'description', 'status', 'location_status', 'locationurl', 'locationidentifier'])
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

const CSV = 'Legacy id,Name,Category\n1,Weir Mill,Mill\n2,Quay,\n';
const MAPPING: ColumnMapping = ['locationidentifier', 'title', 'category'];

describe('the upload', () => {
  test('suggests fields by name, shows samples, and stores no location', async () => {
    const details = await upload(
      'locationidentifier;TITLE;Map precision;Their notes\n7;Weir Mill;near;x\n8;Quay;near;\n',
    );
    expect(details).toMatchObject({
      state: 'MAPPING',
      row_count: 2,
      mapping: ['locationidentifier', 'title', 'map_precision', null],
      samples: [['7', '8'], ['Weir Mill', 'Quay'], ['near'], ['x']],
    });
    expect(await titles()).toEqual([]);
  });

  test('remembers the mapping for the next file with the same headings', async () => {
    await check(await upload(CSV), MAPPING, true);
    expect(await upload(CSV)).toMatchObject({ mapping: MAPPING, create_options: true });
    expect((await upload('Name,Legacy id,Category\nA,1,\n')).mapping).not.toEqual(MAPPING);
  });

  test.each([
    [[], 'Choose a field for at least one column.'],
    [['title', 'title', null], 'Two columns are mapped to Title. Leave one of them out.'],
  ])('rejects the mapping %j', async (mapping, message) => {
    const details = await upload(CSV);
    const padded = [...mapping, null, null, null].slice(0, 3) as ColumnMapping;
    await expect(check(details, padded)).rejects.toThrow(message);
    expect(await api(routes.importById, { id: details.id })).toMatchObject({ state: 'MAPPING', version: 1 });
  });

  test('the template is a file that the import understands', async () => {
    await addOption(db, 'category', 'Mill');
    const details = await upload((await exportLines(handlers, routes.importTemplate, admin)).join('\r\n'));
    expect(details.mapping).not.toContain(null);
    expect((await check(details)).counts).toMatchObject({ NEW: 1, REFUSED: 0 });
  });
});

describe('the dry run', () => {
  test('refuses a row of a location that was merged, without mixing up the lines', async () => {
    const kept = await addLocation(db, { title: 'Weir Mills' });
    const merged = await addLocation(db, { title: 'Weir Mill', locationidentifier: 1 });
    await db.updateTable('locations').set({ merged_into: kept }).where('id', '=', merged).execute();
    const details = await check(await upload(CSV), MAPPING, true);
    const [first, second] = await rowsOf(details.id);
    expect(first).toMatch(/^2 · Weir Mill · REFUSED · .*merged/);
    expect(second).toBe('3 · Quay · NEW');
  });

  test('says for each row what would change, and names each problem', async () => {
    await addOption(db, 'category', 'Mill');
    const mill = await addLocation(db, { title: 'Old mill', locationidentifier: 1 });
    await addLocation(db, { title: 'Quay', locationidentifier: 2 });
    await addLocation(db, {
      ...{ title: 'Waiting', locationidentifier: 3, location_status: 'AWAITING_APPROVAL', submitted_at: now },
    });
    const file = `Ref,Name,Category,Latitude\n1,Weir Mill,mill,\n2,Quay,,\n3,Changed,,\n4,Castle,Palace,north\n1,Again,,\n5,,,\n6,Tower,,\n`;
    const checked = await check(await upload(file), ['locationidentifier', 'title', 'category', 'latitude']);
    expect(checked).toMatchObject({ state: 'CHECKED', checked_rows: 7 });
    expect(checked.counts).toEqual({ NEW: 1, CHANGED: 1, SAME: 1, REFUSED: 4 });
    expect(await rowsOf(checked.id)).toEqual([
      '2 · Weir Mill · CHANGED',
      '3 · Quay · SAME',
      '4 · Changed · REFUSED · Awaits approval. Decide in the review.',
      '5 · Castle · REFUSED · Latitude: Enter degrees between -90 and 90, such as 56.1165. · Category: “Palace” is not an option of category. Correct it, or let the import add new options.',
      '6 · Again · REFUSED · Ref: Line 2 is about the same location.',
      expect.stringContaining('7 · '),
      '8 · Tower · NEW',
    ]);
    const [first] = (await api(routes.importRows, { id: checked.id, result: 'CHANGED' })).data;
    expect(first).toMatchObject({
      location_id: mill,
      changes: expect.arrayContaining([
        { field: 'Title', before: 'Old mill', after: 'Weir Mill' },
        { field: 'Category', before: '', after: 'Mill' },
      ]),
    });
    expect(await titles()).toEqual(['Old mill', 'Quay', 'Waiting']);
  });

  test('stops when the import is changed meanwhile, and can be discarded', async () => {
    const details = await upload(CSV);
    const { id, version } = await api(routes.checkImport, {
      id: details.id,
      expectedVersion: 1,
      mapping: MAPPING,
      createOptions: true,
    });
    await api(routes.reopenImport, { id, expectedVersion: version });
    await checkStoredRows(db, { id, version, at: now });
    expect(await api(routes.importById, { id })).toMatchObject({ state: 'MAPPING', checked_rows: 0 });
    await expect(api(routes.applyImport, { id, expectedVersion: version + 1 })).rejects.toThrow(
      'Check the file first.',
    );
    await api(routes.discardImport, { id });
    await expect(api(routes.importById, { id })).rejects.toThrow('We cannot find this import.');
  });
});

describe('the import', () => {
  test('imports what was checked in batches, with history and one audit entry for each', async () => {
    await addLocation(db, { title: 'Old quay', locationidentifier: 2, owner_id: owner.id });
    const checked = await check(await upload(CSV), MAPPING, true);
    expect(checked.new_options).toEqual([{ field: 'category', name: 'Mill' }]);
    const change = await work(await apply(checked), 1);
    expect(change).toMatchObject({ state: 'DONE', counts: { CHANGED: 2 } });
    expect(await titles()).toEqual(['Quay', 'Weir Mill']);
    expect(await itemsOf(change.id)).toEqual(['2 · Weir Mill · CHANGED', '3 · Quay · CHANGED']);
    const { id } = await db
      .selectFrom('locations')
      .select('id')
      .where('title', '=', 'Weir Mill')
      .executeTakeFirstOrThrow();
    const { data: revisions } = await listRevisions(db, { id, page: 1 });
    expect(revisions[0]).toMatchObject({ action: 'IMPORTED', origin: 'IMPORT' });
    const audit = await db
      .selectFrom('audit_logs')
      .select('location_id')
      .where('type', '=', AUDIT_TYPES.LOCATION_IMPORTED.number)
      .where('created_at', '=', now)
      .execute();
    expect(audit).toHaveLength(2);
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    await expect(api(routes.discardImport, { id: checked.id })).rejects.toThrow('being imported');
    await deleteOldImports(db, now);
    expect(await db.selectFrom('import_rows').selectAll().execute()).toEqual([]);
  });

  test('refuses what was changed, deleted or added since the dry run, and imports the rest', async () => {
    const [a, b] = [
      await addLocation(db, { title: 'A', locationidentifier: 1 }),
      await addLocation(db, { title: 'B', locationidentifier: 2 }),
    ];
    const checked = await check(await upload('Ref,Title\n1,A new\n2,B new\n3,C new\n4,D new\n'), [
      'locationidentifier',
      'title',
    ]);
    const id = await apply(checked);
    await db.updateTable('locations').set({ description: 'Mine', version: 9 }).where('id', '=', a).execute();
    await db.deleteFrom('locations').where('id', '=', b).execute();
    await addLocation(db, { title: 'C of somebody', locationidentifier: 3 });
    expect((await work(id)).counts).toMatchObject({ CHANGED: 1, REFUSED: 3, PENDING: 0 });
    expect(await itemsOf(id)).toEqual([
      '2 · A · REFUSED · Somebody has changed it in the meantime.',
      '3 · B new · REFUSED · It was deleted in the meantime.',
      '4 · C new · REFUSED · Somebody has changed it in the meantime.',
      '5 · D new · CHANGED',
    ]);
    expect(await titles()).toEqual(['A', 'C of somebody', 'D new']);
  });

  test('stops when it is cancelled', async () => {
    const id = await apply(await check(await upload(CSV), MAPPING, true));
    await db.transaction().execute((trx) => performBatch(trx, deps, jobs, { id, at: now, size: 1 }));
    await api(bulkRoutes.cancelBulkChange, { id });
    expect((await work(id)).counts).toMatchObject({ CHANGED: 1, SKIPPED: 1 });
    expect(await titles()).toEqual(['Weir Mill']);
  });
});

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
    await db.transaction().execute((trx) => publishLocations(trx, { ids: [live], at: now }, deps.publishEvent));
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
    now = new Date(now.getTime() + 60_000);
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
    expect(await titles()).toEqual(['Added', 'Imported']);
  });

  test('keeps new locations to which somebody has added something', async () => {
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
    expect(await itemsOf(id)).toEqual([
      '2 · A · KEPT · Somebody has added contacts, images or documents.',
      '3 · B · KEPT · Somebody has added contacts, images or documents.',
      '4 · C · UNDONE',
    ]);
  });

  test('keeps a location whose former legacy id another one has by now', async () => {
    const a = await addLocation(db, { title: 'A', locationidentifier: 1 });
    const checked = await check(await upload(`Id,Ref\n${a},5\n`), ['id', 'locationidentifier']);
    const { id } = await work(await apply(checked));
    await addLocation(db, { title: 'B', locationidentifier: 1 });
    await api(bulkRoutes.undoBulkChange, { id });
    await work(id);
    expect(await itemsOf(id)).toEqual(['2 · A · KEPT · Another location has its former legacy id.']);
  });
});
