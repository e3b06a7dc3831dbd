import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { openGuests } from '../../../../tests/support/guests.ts';
import { addImage, recordEvents } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { publishLocations } from '../../locations/publishing/commands.server.ts';
import * as routes from '../contract.ts';
import { mergeOnBoards } from '../contents/commands.server.ts';
import * as guestRoutes from '../guests/contract.ts';
import { readLookBook } from '../look-book/contents.queries.server.ts';
import { lookBookSettings } from '../look-book/schema.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const guests = openGuests(db, scout);
const api = boardsApi(db, scout);
const [mill = '', kirk = '', pier = ''] = await addPublished(db, ['Mill', 'Kirk', 'Pier']);
for (const position of [1, 2]) await addImage(db, mill, { position, alt: `Wheel ${position}` });
const publish = () =>
  db
    .transaction()
    .execute((trx) => publishLocations(trx, { ids: [mill], at: new Date() }, recordEvents().publishEvent));
await publish();

const rows = await db
  .selectFrom('images')
  .select(['id', 'sha256'])
  .where('location_id', '=', mill)
  .orderBy('position')
  .execute();
const [first = '', second = '', third = ''] = rows.map((image) => image.id);
const hashes = new Map(rows.map((image) => [image.id, image.sha256]));
let id = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  for (const locationId of [mill, kirk]) await api(routes.addLocation, { id, locationId });
});

const choose = (imageIds: string[] | null, locationId = mill) =>
  api(routes.updateLocation, { id, locationId, imageIds });
const read = async (locationId = mill, boardId = id) =>
  (await api(routes.locationOnBoard, { id: boardId, locationId })).item.image_ids;
const getVersion = async () => (await api(routes.boardById, { id })).version;

describe('photographs that are chosen for a board', () => {
  test('are shown in their order by everything that shows the board', async () => {
    await choose([third, first]);
    const { link } = await api(routes.createLink, { id });
    const guestLink = await guests.addLink(id);
    const guest = await guests.enter(guestLink.secret, 'Isla');

    const view = await api(routes.boardById, { id });
    const board = await boardsApi(db, null)(routes.boardByLink, { link });
    const forGuest = (await guest.api(guestRoutes.boardForGuest, { secret: guestLink.secret })).board!;
    for (const { locations } of [view, board, forGuest]) {
      const [item] = locations.data;
      expect(item).toMatchObject({ image_ids: [third, first], location: { primaryimage: { alt: 'Wheel 2' } } });
    }
    expect(view.locations.data[1]!.image_ids).toBeNull();
    expect(view.covers[0]!.primaryimage?.alt).toBe('Wheel 2');
    expect((await api(routes.ownBoards, {})).data[0]!.covers[0]!.primaryimage?.alt).toBe('Wheel 2');
    expect(board.primaryimage?.alt).toBe('Wheel 2');
    const { location } = await api(routes.locationOnBoard, { id, locationId: mill });
    expect(location?.images.map((image) => image.id)).toEqual([third, first]);
    expect(location?.primaryimageurl).toBe(location?.images[0]!.url);

    const settings = lookBookSettings.parse({ title: 'Mills', format: 'ZIP' });
    const context = { site: { name: 'Recce' }, siteUrl: 'https://recce.example', at: new Date(), userId: scout.id };
    const { book } = await readLookBook(db, id, settings, context);
    expect(book.sections[0]!.locations[0]!.photographs.map(({ file }) => file)).toEqual(
      [third, first].map((image) => `${hashes.get(image)}.webp`),
    );

    // The location's own page has all of them.
    const own = await db.selectFrom('published_locations').select('details').where('id', '=', mill).execute();
    expect(JSON.stringify(own)).toContain(second);
  });

  test('are those that guests answer about', async () => {
    await choose([second]);
    const { secret } = await guests.addLink(id);
    const guest = await guests.enter(secret, 'Isla');
    const say = (imageId: string) =>
      guest.api(guestRoutes.saveAnswer, { secret, locationId: mill, imageId, answer: 'YES' });
    await expect(say(first)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
    await say(second);
    const listAnswered = async () =>
      (await guests.api(guestRoutes.boardAnswers, { id })).data
        .find((item) => item.id === mill)!
        .answers.flatMap(({ photographs }) => photographs.map(({ picture }) => picture.sha256));
    expect(await listAnswered()).toEqual([hashes.get(second)]);
    await choose([first]);
    expect(await listAnswered()).toEqual([]);
    await choose(null);
    expect(await listAnswered()).toEqual([hashes.get(second)]);
    await say(first);
  });

  test('change the version of the board, and are copied and removed with the location', async () => {
    const before = await getVersion();
    await choose([third, first]);
    expect(await getVersion()).toBeGreaterThan(before);
    const copy = await api(routes.duplicateBoard, { id, title: 'Episode 5' });
    expect(await read(mill, copy.id)).toEqual([third, first]);
    await api(routes.removeLocation, { id, locationId: mill });
    await api(routes.addLocation, { id, locationId: mill });
    expect(await read()).toBeNull();
    // As undo does.
    await api(routes.removeLocation, { id, locationId: mill });
    await api(routes.addLocation, { id, locationId: mill, imageIds: [third, first], position: 0 });
    expect(await read()).toEqual([third, first]);
    await choose(null);
    expect(await read()).toBeNull();
  });

  test('move to the location that another one is merged into, unless that has a choice', async () => {
    await api(routes.addLocation, { id, locationId: pier });
    await choose([third, first]);
    await db.transaction().execute((trx) => mergeOnBoards(trx, { from: mill, into: pier, at: new Date() }));
    const chosen = await sql<{ image_id: string }>`
          select image_id from board_location_images where location_id = ${pier} order by position`.execute(db);
    expect(chosen.rows.map((row) => row.image_id)).toEqual([third, first]);
    // They count once they are published as photographs of this location.
    expect(await read(pier)).toBeNull();
  });

  test('must be published photographs of the location, and somebody who may not change the board cannot choose', async () => {
    const [other] = await db.selectFrom('images').select('id').where('location_id', '=', kirk).execute();
    const draft = await addImage(db, mill, { position: 9 });
    for (const image of [other!.id, draft])
      await expect(choose([first, image])).rejects.toMatchObject({ errorType: 'CONFLICT' });
    expect(await read()).toBeNull();
    await expect(choose([])).rejects.toMatchObject({ errorType: 'INVALID' });
    const viewer = await addPerson(db, 'SCOUT', { email: 'viewer@crew.example' });
    await api(routes.shareBoard, { id, emails: ['viewer@crew.example'] });
    await expect(
      boardsApi(db, viewer)(routes.updateLocation, { id, locationId: mill, imageIds: [first] }),
    ).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  });

  test('disappear when they are no longer published; without any left, all count again', async () => {
    const passing = await addImage(db, mill, { position: 5, alt: 'Weir' });
    await publish();
    await choose([passing, first]);
    await db.deleteFrom('images').where('id', '=', passing).execute();
    await publish();
    expect(await read()).toEqual([first]);
    const { locations } = await api(routes.boardById, { id });
    expect(JSON.stringify(locations)).not.toContain('Weir');
    const other = await addImage(db, mill, { position: 6, alt: 'Sluice' });
    await publish();
    await choose([other]);
    await db.deleteFrom('images').where('id', '=', other).execute();
    await publish();
    expect(await read()).toBeNull();
  });
});
