import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addPublished, boardRouteHandlers, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import * as routes from '../contract.ts';
import { exportBoard, exportBoardsOfUser } from './contract.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const other = await addPerson(db, 'SCOUT');
const admin = await addPerson(db, 'ADMIN');
const handlers = boardRouteHandlers(db);
const api = boardsApi(db, scout);
const [mill = '', shore = ''] = await addPublished(db, ['Mill, with lade', 'Shore']);

test('exports the active or archived boards of a Location Professional', async () => {
  const { id } = await api(routes.createBoard, { title: 'Episode 4' });
  const done = await api(routes.createBoard, { title: 'Done' });
  await boardsApi(db, other)(routes.createBoard, { title: 'Of another' });
  await api(routes.addLocation, { id, locationId: mill });
  await api(routes.archiveBoard, { id: done.id });
  const lines = (archived: string) => exportLines(handlers, exportBoardsOfUser, admin, { id: scout.id, archived });
  expect(await lines('false')).toEqual([
    'Id,Title,Locations,Updated,Archived',
    expect.stringMatching(new RegExp(`^${id},Episode 4,1,20[^,]+Z,$`)),
  ]);
  expect(await lines('true')).toEqual([
    'Id,Title,Locations,Updated,Archived',
    expect.stringMatching(new RegExp(`^${done.id},Done,0,20[^,]+Z,20[^,]+Z$`)),
  ]);
});

test('exports the locations of a board in their order, for those who can see it', async () => {
  const { id } = await api(routes.createBoard, { title: 'Episode 5' });
  await api(routes.addLocation, { id, locationId: mill, note: 'At dawn' });
  await api(routes.addLocation, { id, locationId: shore, position: 0 });
  for (const person of [scout, admin])
    expect(await exportLines(handlers, exportBoard, person, { id })).toEqual([
      'Id,Title,Nearest town,Note',
      `${shore},Shore,Oban,`,
      `${mill},"Mill, with lade",Oban,At dawn`,
    ]);
  await expect(exportLines(handlers, exportBoard, other, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('exports each location of a large board once', async () => {
  const { id } = await api(routes.createBoard, { title: 'Everything' });
  await sql`
    with places as (insert into locations (title, locationurl) select 'Place ' || n, 'place-' || n from generate_series(1, 1001) n returning id)
    insert into board_locations (board_id, location_id, position)
    select ${id}::uuid, id, row_number() over () from places`.execute(db);
  const lines = await exportLines(handlers, exportBoard, scout, { id });
  expect(lines).toHaveLength(1 + 1_001);
  expect(new Set(lines).size).toBe(lines.length);
});
