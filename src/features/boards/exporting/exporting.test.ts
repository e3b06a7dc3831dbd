import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import type { FeatureCollection } from 'geojson';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPublished, boardRouteHandlers, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import * as routes from '../contract.ts';
import { EXPORT_FORMATS } from '../../locations/catalogue/export-formats/schema.ts';
import { addSection, updateSection } from '../sections/contract.ts';
import { exportBoard, exportBoardsOfUser, exportPublicBoard } from './contract.ts';

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
  const cost = { amount: 450.5, days: 1.5 };
  await api(routes.addLocation, {
    id,
    locationId: mill,
    note: 'At dawn',
    state: 'ASKED',
    cost,
    tags: ['Wheel', 'Wet'],
  });
  await api(routes.addLocation, { id, locationId: shore, position: 0 });
  for (const person of [scout, admin])
    expect(await exportLines(handlers, exportBoard, person, { id })).toEqual([
      'Id,Title,Nearest town,Note,Tags,State,Cost,Currency,Latitude,Longitude,Public page',
      expect.stringMatching(
        new RegExp(`^${shore},Shore,Oban,,,Idea,,,56.41,-5.4,http[^,]+/find-a-location/place-[^,]+$`),
      ),
      expect.stringContaining(`${mill},"Mill, with lade",Oban,At dawn,"Wheel, Wet",Asked,675.75,GBP,56.4,-5.4,`),
    ]);
  await expect(exportLines(handlers, exportBoard, other, { id })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('exports the section of each location, and whether it is locked in, where a board has sections', async () => {
  const { id } = await api(routes.createBoard, { title: 'Episode 6' });
  const [scene] = await api(addSection, { id, title: 'Scene 12', notes: 'Secret' });
  for (const locationId of [mill, shore]) await api(routes.addLocation, { id, locationId });
  await api(routes.moveLocations, { id, locationIds: [mill], sectionId: scene!.id });
  await api(updateSection, { id, sectionId: scene!.id, lockedLocationId: mill });
  const { link } = await api(routes.createLink, { id });
  const expected = [
    'Id,Title,Section,Locked in,Nearest town,',
    `${shore},Shore,,,Oban,`,
    `${mill},"Mill, with lade",Scene 12,Yes,Oban,`,
  ].map((beginning) => expect.stringContaining(beginning) as string);
  expect(await exportLines(handlers, exportBoard, scout, { id })).toEqual(expected);
  expect(await exportLines(handlers, exportPublicBoard, null, { link })).toEqual(expected);
});

test('exports a selection of locations in the order of the board', async () => {
  const { id } = await api(routes.createBoard, { title: 'Episode 8' });
  for (const locationId of [mill, shore]) await api(routes.addLocation, { id, locationId });
  const read = async (locationIds: string | string[]) =>
    (await exportLines(handlers, exportBoard, scout, { id, locationIds })).slice(1).map((line) => line.split(',')[0]);
  expect(await read([shore, mill])).toEqual([mill, shore]);
  // As a query with one value is read.
  expect(await read(shore)).toEqual([shore]);
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

const NOTE = 'Secret: <5 days> & "quiet"\n\u000bat dawn';

describe('formats', () => {
  let board = '';
  let link = '';
  const points = [56.4, 56.41].map((latitude) => ({ type: 'Point', coordinates: [-5.4, latitude] }));
  const read = async (format: string, person: typeof scout | null = scout) =>
    (
      await exportLines(
        handlers,
        person ? exportBoard : exportPublicBoard,
        person,
        person ? { id: board, format } : { link, format },
      )
    ).join('\n');
  const parseXml = (text: string) => new DOMParser().parseFromString(text, 'text/xml');

  beforeAll(async () => {
    ({ id: board } = await api(routes.createBoard, { title: 'Episode <6> & "7"' }));
    await api(routes.addLocation, { id: board, locationId: mill, note: NOTE });
    await api(routes.addLocation, { id: board, locationId: shore });
    ({ link } = await api(routes.createLink, { id: board }));
  });

  test('GeoJSON has a feature for each location', async () => {
    const { features } = JSON.parse(await read('geojson')) as FeatureCollection;
    expect(features.map(({ geometry }) => geometry)).toEqual(points);
    expect(features[0]).toMatchObject({ id: mill, properties: { Title: 'Mill, with lade', 'Nearest town': 'Oban' } });
  });

  test('KML is read by another program', async () => {
    const document = parseXml(await read('kml'));
    expect(document.getElementsByTagName('name')[0]?.textContent).toBe('Episode <6> & "7"');
    const { features } = kml(document);
    expect(features.map(({ geometry }) => geometry)).toEqual(points);
    expect(features.map(({ properties }) => properties?.['name'])).toEqual(['Mill, with lade', 'Shore']);
    expect(features[0]?.properties?.['Note']).toContain('Secret: <5 days> & "quiet"');
  });

  test('GPX is read by another program, with numbered names and elements in the order of its schema', async () => {
    const document = parseXml(await read('gpx'));
    const { features } = gpx(document);
    expect(features.map(({ geometry }) => geometry)).toEqual(points);
    expect(features.map(({ properties }) => properties?.['name'])).toEqual(['1 Mill, with lade', '2 Shore']);
    expect(features[0]?.properties?.['desc']).toContain('Note: Secret: <5 days> & "quiet"\nat dawn');
    const waypoint = [...document.getElementsByTagName('wpt')[0]!.childNodes].map(({ nodeName }) => nodeName);
    expect(waypoint).toEqual(['name', 'desc', 'link']);
  });

  test.each(EXPORT_FORMATS)('a public board has no notes as %s', async (format) => {
    expect(await read(format)).toContain('Secret');
    const file = await read(format, null);
    expect(file).toContain('Mill, with lade');
    expect(file).not.toMatch(/Secret|Note/);
  });

  test('a board that is no longer public has no file', async () => {
    await api(routes.deleteLink, { id: board });
    await expect(read('gpx', null)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  });
});
