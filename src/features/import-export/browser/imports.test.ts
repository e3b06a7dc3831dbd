import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { browserImportFixtures } from '../../../../tests/support/browser-imports.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import { addLocation, addOption } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { createWorkbook } from '../../../../tests/support/workbook.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import { findDuplicates } from '../../duplicates/jobs.server.ts';
import * as bulkRoutes from '../../locations/bulk-changes/contract.ts';
import { listRevisions } from '../../locations/history/queries.server.ts';
import { checkStoredRows } from './check.commands.server.ts';
import * as routes from './contract.ts';
import { deleteOldImports } from './jobs.server.ts';
import type { ColumnMapping, ImportDetails } from './schema.ts';

const { db, admin, clock, handlers, api, reset, upload, check, apply, performOne, work, listItems, listTitles } =
  await browserImportFixtures();
const owner = await addPerson(db, 'OWNER');
beforeEach(reset);

const rowsOf = async (id: string) =>
  (await api(routes.importRows, { id })).data.map(({ line, title, result, problems }) =>
    [line, title, result, ...problems].join(' · '),
  );

const CSV = 'Number,Name,Category\n1,Weir Mill,Mill\n2,Quay,\n';
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
    expect((await upload('Legacy id,Town\n7,Aberfeldy\n')).mapping).toEqual(['locationidentifier', 'nearesttown']);
    expect(await listTitles()).toEqual([]);
  });

  test('remembers the mapping for the next file with the same headings', async () => {
    await check(await upload(CSV), MAPPING, true);
    expect(await upload(CSV)).toMatchObject({ mapping: MAPPING, create_options: true });
    expect((await upload('Name,Number,Category\nA,1,\n')).mapping).not.toEqual(MAPPING);
  });

  test('chooses the first sheet with data, or another one, which replaces the rows', async () => {
    const content = createWorkbook({
      Notes: [['Read me']],
      Inland: [
        ['locationidentifier', 'Title'],
        ['1', 'Weir Mill'],
        ['2', 'Tower'],
      ],
      Coast: [
        ['Title', 'Number'],
        ['Quay', '3'],
      ],
    });
    const details = await upload(content, 'places.xlsx');
    expect(details).toMatchObject({ row_count: 2, mapping: ['locationidentifier', 'title'] });
    expect(details.sheets).toEqual([
      { number: 1, name: 'Notes', row_count: 0, problem: 'The file has headings but no rows.', is_chosen: false },
      { number: 2, name: 'Inland', row_count: 2, problem: null, is_chosen: true },
      { number: 3, name: 'Coast', row_count: 1, problem: null, is_chosen: false },
    ]);
    const checked = await check(details);
    const choose = (sheet: number, expectedVersion = checked.version) =>
      api(routes.chooseImportSheet, { id: details.id, expectedVersion, sheet });
    await expect(choose(1)).rejects.toMatchObject({ errorType: 'INVALID' });
    await expect(choose(4)).rejects.toMatchObject({ errorType: 'INVALID' });
    await expect(choose(3, 1)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    const coast = await choose(3);
    expect(coast).toMatchObject({
      state: 'MAPPING',
      row_count: 1,
      headings: ['Title', 'Number'],
      mapping: ['title', null],
    });
    expect(coast.sheets.map(({ is_chosen }) => is_chosen)).toEqual([false, false, true]);
    await work(await apply(await check(coast, ['title', 'locationidentifier'])));
    expect(await listTitles()).toEqual(['Quay']);
  });

  test('offers the sheet with the most known headings', async () => {
    const content = createWorkbook({
      Notes: [
        ['What', 'Title'],
        ['Checked', 'By Ishbel'],
      ],
      Places: [
        ['Name', 'Town'],
        ['Quay', 'Oban'],
      ],
    });
    const { sheets } = await upload(content, 'places.xlsx');
    expect(sheets.filter(({ is_chosen }) => is_chosen).map(({ name }) => name)).toEqual(['Places']);
  });

  test('recognises usual headings', async () => {
    const { mapping } = await upload('Name,Town,Lat,Long\nQuay,Oban,56.4,-5.5\n');
    expect(mapping).toEqual(['title', 'nearesttown', 'latitude', 'longitude']);
  });

  test('says that a file is empty', async () => {
    await expect(upload('')).rejects.toMatchObject({ fields: { file: 'The file is empty.' } });
  });

  test('of one sheet with data has no sheets to choose from', async () => {
    const { sheets } = await upload(createWorkbook({ Places: [['Title'], ['Quay']], Sheet2: [] }), 'places.xlsx');
    expect(sheets).toEqual([]);
    expect((await upload(CSV)).sheets).toEqual([]);
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
    await addOption(db, 'localauthority', 'Glasgow City');
    const details = await upload((await exportLines(handlers, routes.importTemplate, admin)).join('\r\n'));
    expect(details.mapping).not.toContain(null);
    await addLocation(db, { title: 'Kept as it is', locationidentifier: 1 });
    expect(await check(details)).toMatchObject({ counts: { NEW: 1, CHANGED: 0, REFUSED: 0 }, warnings: [] });
  });
});

describe('the dry run', () => {
  test('warns of places outside the region', async () => {
    const { warnings } = await check(await upload('Title,Lat,Long\nQuay,,\nPier,-5.5,56.4\n'));
    expect(warnings).toEqual(['Line 3: This position is outside Scotland: latitude and longitude seem to be swapped.']);
  });

  test('refuses a row of a location that was merged, without mixing up the lines', async () => {
    const kept = await addLocation(db, { title: 'Weir Mills' });
    const merged = await addLocation(db, { title: 'Weir Mill', locationidentifier: 1 });
    await db.updateTable('locations').set({ merged_into: kept }).where('id', '=', merged).execute();
    const details = await check(await upload(CSV), MAPPING, true);
    const [first, second] = await rowsOf(details.id);
    expect(first).toMatch(/^2 · Weir Mill · REFUSED · .*merged/);
    expect(second).toBe('3 · Quay · NEW');
  });

  test('leaves alone locations whose owner deletes the account', async () => {
    const leaving = await addPerson(db, 'OWNER');
    await addLocation(db, { title: 'Mill', locationidentifier: 1, owner_id: leaving.id });
    const before = await check(await upload('Ref,Website\n1,yes\n'), ['locationidentifier', 'exporttowebsite']);
    expect(before).toMatchObject({ publishes: 1, counts: { CHANGED: 1 } });
    const nothing = { enabled_at: null, email: null, password_hash: null, telephone1: null, email_verified_at: null };
    await db.updateTable('users').set(nothing).where('id', '=', leaving.id).execute();
    const reason = 'The account of the owner is not available any more.';
    const { id } = await work(await apply(before));
    expect(await listItems(id)).toEqual([`2 · Mill · REFUSED · ${reason}`]);
    const after = await check(await upload('Ref,Website\n1,yes\n'), ['locationidentifier', 'exporttowebsite']);
    expect(await rowsOf(after.id)).toEqual([`2 · Mill · REFUSED · ${reason}`]);
    expect(await db.selectFrom('published_locations').select('id').execute()).toEqual([]);
  });

  test('says for each row what would change, and names each problem', async () => {
    await addOption(db, 'category', 'Mill');
    const mill = await addLocation(db, { title: 'Old mill', locationidentifier: 1 });
    await addLocation(db, { title: 'Quay', locationidentifier: 2 });
    await addLocation(db, {
      title: 'Waiting',
      locationidentifier: 3,
      location_status: 'AWAITING_APPROVAL',
      submitted_at: clock.now,
    });
    const file = `Ref,Name,Category,Latitude\n1,Weir Mill,mill,\n2,Quay,,\n3,Changed,,\n4,Castle,Palace,north\n1,Again,,\n5,,,\n6,Tower,,\n`;
    const checked = await check(await upload(file), ['locationidentifier', 'title', 'category', 'latitude']);
    expect(checked).toMatchObject({ state: 'CHECKED', checked_rows: 7 });
    expect(checked.counts).toEqual({ NEW: 1, CHANGED: 1, SAME: 1, LEFT_OUT: 0, REFUSED: 4 });
    expect(await rowsOf(checked.id)).toEqual([
      '2 · Weir Mill · CHANGED',
      '3 · Quay · SAME',
      '4 · Changed · REFUSED · Awaits approval. Decide in the review.',
      '5 · Castle · REFUSED · Latitude: Enter degrees between -90 and 90, such as 57.75. · Category: “Palace” is not an option of category. Correct it, or let the import add new options.',
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
    expect(await listTitles()).toEqual(['Old mill', 'Quay', 'Waiting']);
  });

  test('leaves out likely duplicates of new locations unless they are selected', async () => {
    const place = { nearesttown: 'Kelso', postcode: 'TD5 7HL', latitude: 55.59, longitude: -2.43 };
    const mill = await addLocation(db, { title: 'Weir Mill', locationidentifier: 9, ...place });
    await findDuplicates(db);
    const file =
      'Ref,Title,Postcode,Town,Lat,Lon\n1,Weir Mills,TD5 7HL,Kelso,55.59,-2.43\n2,Quay,,,,\n9,The Weir Mill,TD5 7HL,Kelso,55.59,-2.43\n';
    const mapping: ColumnMapping = ['locationidentifier', 'title', 'postcode', 'nearesttown', 'latitude', 'longitude'];
    const checked = await check(await upload(file), mapping);
    expect(checked).toMatchObject({ duplicates: 1, counts: { NEW: 1, CHANGED: 1, LEFT_OUT: 1 } });
    const listed = await api(routes.importRows, { id: checked.id, duplicates: 'true' });
    expect(listed).toMatchObject({
      total: 1,
      data: [{ line: 2, result: 'LEFT_OUT', duplicate: { id: mill, title: 'Weir Mill' } }],
    });
    expect(listed.data[0]!.duplicate!.score).toBeGreaterThanOrEqual(60);
    const [heading, first, second] = await exportLines(handlers, routes.exportImportRows, admin, { id: checked.id });
    expect(heading).toMatch(/,Likely duplicate of,Similarity \(%\),Page of the likely duplicate$/);
    expect(first).toMatch(new RegExp(`,Weir Mill,\\d+,\\S+/admin/locations/${mill}$`));
    expect(second).toMatch(/,,,$/);
    // Another check finds them again, once.
    const again = await check(
      await api(routes.reopenImport, { id: checked.id, expectedVersion: checked.version }),
      mapping,
    );
    expect(again.duplicates).toBe(1);
    const choice = { id: again.id, expectedVersion: again.version, isSelected: true, rows: 'DUPLICATES' } as const;
    const wanted = await api(routes.selectImportRows, choice);
    await expect(api(routes.selectImportRows, choice)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    await expect(apply(again)).rejects.toMatchObject({ errorType: 'CONFLICT' });
    const change = await work(await apply(wanted));
    expect(change.counts).toMatchObject({ NEW: 2, CHANGED: 1, LEFT_OUT: 0 });
  });

  test('says in the report of the import which location a row looks like', async () => {
    await addLocation(db, { title: 'Weir Mill', nearesttown: 'Kelso', postcode: 'TD5 7HL' });
    await findDuplicates(db);
    const file = 'Title,Town,Postcode\nThe Weir Mill,Kelso,TD5 7HL\nQuay,,\n';
    const { id } = await work(await apply(await check(await upload(file))));
    expect(await listItems(id)).toEqual([
      expect.stringMatching(/^2 · The Weir Mill · LEFT_OUT · It looks .* already: “Weir Mill” \(\d+ % similar\)\.$/),
      '3 · Quay · NEW',
    ]);
  });

  test('counts all places outside the region, and leaves them out unless they are selected', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => `London ${index},51.5,-0.1`);
    const london = await addLocation(db, { title: 'London', locationidentifier: 1, latitude: 51.5, longitude: -0.1 });
    const checked = await check(await upload(`Title,Lat,Long\nOban,56.41,-5.47\n${rows.join('\n')}\n`));
    expect(checked).toMatchObject({ outside: 30, counts: { NEW: 1, LEFT_OUT: 30 } });
    expect(checked.warnings.join()).not.toContain('outside');
    const outside = await api(routes.importRows, { id: checked.id, outside: 'true' });
    expect(outside.total).toBe(30);
    const select = (details: ImportDetails, isSelected: boolean, lines: 'OUTSIDE' | number[]) =>
      api(routes.selectImportRows, { id: details.id, expectedVersion: details.version, isSelected, rows: lines });
    const all = await select(checked, true, 'OUTSIDE');
    expect(all.counts).toMatchObject({ NEW: 31, LEFT_OUT: 0 });
    const none = await select(await select(all, false, 'OUTSIDE'), false, [2]);
    expect(none.counts).toMatchObject({ NEW: 0, LEFT_OUT: 31 });
    const { id, counts, reasons } = await work(await apply(await select(none, true, [4])));
    expect(await listTitles()).toEqual(['London', 'London 1']);
    expect(counts).toMatchObject({ NEW: 1, LEFT_OUT: 30 });
    expect(reasons).toEqual([
      { reason: 'OUTSIDE_REGION', count: 29 },
      { reason: 'NOT_SELECTED', count: 1 },
    ]);
    expect((await listItems(id)).slice(0, 2)).toEqual([
      '2 · Oban · LEFT_OUT · The row was deselected.',
      '3 · London 0 · LEFT_OUT · The row would put it outside the region.',
    ]);
    // It is there already: the file does not put it there.
    const known = await check(await upload(`id,Title,Lat\n${london},London town,51.5\n`));
    expect(known).toMatchObject({ outside: 0, counts: { CHANGED: 1 } });
  });

  test('uses an option for all rows with a name that is none, also in the next file', async () => {
    for (const name of ['Castle or fortification', 'Mill or factory']) await addOption(db, 'category', name);
    const file = 'Name,Category\nDoune,castle\nDunure,Castle\nWeir,Mills | castle\nOdd,Oddity\nQuay,None\n';
    const mapping: ColumnMapping = ['title', 'category'];
    const refused = await check(await upload(file), mapping);
    expect(refused.counts).toMatchObject({ NEW: 0, REFUSED: 5 });
    const named = { field: 'category', rows: 1, similar: [], proposal: null };
    const [castle, mill] = ['Castle or fortification', 'Mill or factory'];
    expect(refused.unlisted_options).toEqual([
      { ...named, name: 'castle', rows: 3, similar: [castle], proposal: { option: castle } },
      { ...named, name: 'Mills', similar: [mill], proposal: { option: mill } },
      { ...named, name: 'Oddity' },
      { ...named, name: 'None', proposal: { option: null } },
    ]);
    const replacements = [
      { field: 'category', name: 'castle', option: 'Castle or fortification' },
      { field: 'category', name: 'Mills', option: 'Mill or factory' },
      { field: 'category', name: 'None', option: null },
    ] as const;
    const accepted = await check(refused, mapping, false, [...replacements]);
    expect(accepted).toMatchObject({ counts: { NEW: 4, REFUSED: 1 }, new_options: [], replacements });
    const next = await check(await upload(file));
    expect(next.counts).toMatchObject({ NEW: 4, REFUSED: 1 });
    await work(await apply(next));
    const { rows } = await sql<{ title: string; options: string[] }>`
      select title, array_agg(o.name order by o.name) as options from locations l
        join location_options c on c.location_id = l.id join options o on o.id = c.option_id group by title order by title`.execute(
      db,
    );
    expect(rows).toEqual([
      { title: 'Doune', options: ['Castle or fortification'] },
      { title: 'Dunure', options: ['Castle or fortification'] },
      { title: 'Weir', options: ['Castle or fortification', 'Mill or factory'] },
    ]);
    expect(await listTitles()).toContain('Quay');
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
    await checkStoredRows(db, { id, version, at: clock.now });
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
    expect(change).toMatchObject({ state: 'DONE', counts: { NEW: 1, CHANGED: 1 } });
    expect(await listTitles()).toEqual(['Quay', 'Weir Mill']);
    expect(await listItems(change.id)).toEqual(['2 · Weir Mill · NEW', '3 · Quay · CHANGED']);
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
      .where('created_at', '=', clock.now)
      .execute();
    expect(audit).toHaveLength(2);
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    await expect(api(routes.discardImport, { id: checked.id })).rejects.toThrow('being imported');
    await deleteOldImports(db, clock.now);
    expect(await db.selectFrom('import_rows').selectAll().execute()).toEqual([]);
  });

  test('tells new locations from changed ones, in the filters of the report and its CSV file', async () => {
    await addLocation(db, { title: 'Old quay', locationidentifier: 2 });
    const { id } = await work(await apply(await check(await upload(CSV), MAPPING, true)));
    const filter = async (state: 'NEW' | 'CHANGED') => {
      const { data, total } = await api(bulkRoutes.bulkItems, { id, state });
      return [total, ...data.map(({ title, revision }) => `${title}, version ${revision}`)];
    };
    expect(await filter('NEW')).toEqual([1, 'Weir Mill, version 1']);
    expect(await filter('CHANGED')).toEqual([1, 'Quay, version 1']);
    const results = async (state?: 'NEW') =>
      (await exportLines(handlers, bulkRoutes.exportBulkItems, admin, { id, state })).map((line) => line.split(',')[2]);
    expect(await results()).toEqual(['Result', 'New', 'Changed']);
    expect(await results('NEW')).toEqual(['Result', 'New']);
    expect((await api(bulkRoutes.bulkChangeById, { id })).can_undo).toBe(true);
  });

  test('adds new locations without a legacy id', async () => {
    const checked = await check(await upload('Title\nWeir Mill\nQuay\n'), ['title']);
    expect(checked.counts).toMatchObject({ NEW: 2, REFUSED: 0 });
    expect((await work(await apply(checked))).counts).toMatchObject({ NEW: 2, CHANGED: 0, REFUSED: 0 });
    expect(await listTitles()).toEqual(['Quay', 'Weir Mill']);
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
    expect((await work(id)).counts).toMatchObject({ NEW: 1, CHANGED: 0, REFUSED: 3, PENDING: 0 });
    expect(await listItems(id)).toEqual([
      '2 · A · REFUSED · Somebody has changed it in the meantime.',
      '3 · B new · REFUSED · It was deleted in the meantime.',
      '4 · C new · REFUSED · Somebody has changed it in the meantime.',
      '5 · D new · NEW',
    ]);
    expect(await listTitles()).toEqual(['A', 'C of somebody', 'D new']);
  });

  test('stops when it is cancelled', async () => {
    const id = await apply(await check(await upload(CSV), MAPPING, true));
    await performOne(id, 1);
    await api(bulkRoutes.cancelBulkChange, { id });
    expect((await work(id)).counts).toMatchObject({ NEW: 1, SKIPPED: 1 });
    expect(await listTitles()).toEqual(['Weir Mill']);
  });
});
