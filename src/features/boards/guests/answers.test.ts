import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addPublished } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { openGuests } from '../../../../tests/support/guests.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import * as boardRoutes from '../contract.ts';
import { mergeOnBoards } from '../contents/commands.server.ts';
import { deleteAnswersOfRemoved } from './answers.commands.server.ts';
import { addSection, updateSection } from '../sections/contract.ts';
import * as routes from './contract.ts';
import { NO_LONGER_ASKED } from './messages.ts';
import { MAX_BOARD_ANSWERS } from './schema.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT');
const [mill = '', kirk = '', pier = ''] = await addPublished(db, ['Mill', 'Kirk', 'Pier']);
const guests = openGuests(db, scout);
const { api } = guests;
let id = '';

const getImage = async (locationId: string) =>
  (await db.selectFrom('images').select('id').where('location_id', '=', locationId).executeTakeFirstOrThrow()).id;

const listAnswers = async (linkId?: string) => (await api(routes.boardAnswers, { id, linkId })).data;

beforeEach(async () => {
  guests.now = new Date();
  await db.deleteFrom('boards').execute();
  ({ id } = await api(boardRoutes.createBoard, { title: 'Episode 4' }));
  for (const locationId of [mill, kirk, pier]) await api(boardRoutes.addLocation, { id, locationId });
});

test('saves, changes and withdraws what a guest says, on the same device', async () => {
  const { secret } = await guests.addLink(id);
  const isla = await guests.enter(secret, 'Isla');
  const say = async (input: object) => (await isla.api(routes.saveAnswer, { secret, locationId: mill, ...input })).own;
  expect(await say({ answer: 'YES' })).toEqual({ answer: 'YES', comment: null, photographs: [] });
  expect(await say({ comment: '  Too near\r\nthe road ' })).toMatchObject({
    answer: 'YES',
    comment: 'Too near\nthe road',
  });
  const image = await getImage(mill);
  expect(await say({ imageId: image, answer: 'MAYBE', comment: 'ignored' })).toEqual({
    answer: 'YES',
    comment: 'Too near\nthe road',
    photographs: [{ id: image, answer: 'MAYBE' }],
  });
  await say({ answer: 'NO' });
  const { board } = await isla.api(routes.boardForGuest, { secret });
  expect(board?.locations.data[0]).toMatchObject({ id: mill, own: { answer: 'NO', photographs: [{ id: image }] } });
  expect(board?.locations.data[1]).toMatchObject({ own: { answer: null, comment: null, photographs: [] }, others: [] });
  await say({ answer: null });
  await say({ comment: '' });
  expect(await say({ imageId: image, answer: null })).toEqual({ answer: null, comment: null, photographs: [] });
  expect(await db.selectFrom('board_answers').selectAll().execute()).toEqual([]);
});

test('tells guests with a name how many locations they have answered, and which are left', async () => {
  const [quay = ''] = await addPublished(db, ['Quay']);
  await api(boardRoutes.addLocation, { id, locationId: quay, position: 0 });
  const { id: linkId, secret } = await guests.addLink(id);
  const isla = await guests.enter(secret, 'Isla');
  const read = async (browser = isla) => (await browser.api(routes.boardForGuest, { secret })).board?.progress;
  const say = async (input: object) =>
    (await isla.api(routes.saveAnswer, { secret, locationId: kirk, ...input })).progress;
  // A comment or an answer about a photograph is none about the location.
  await say({ comment: 'Too near the road' });
  expect(await say({ imageId: await getImage(kirk), answer: 'YES' })).toEqual({ asked: 4, unanswered: [0, 1, 2, 3] });
  expect(await say({ answer: 'MAYBE' })).toEqual({ asked: 4, unanswered: [0, 1, 3] });
  await db.deleteFrom('published_locations').where('id', '=', quay).execute();
  expect(await read()).toEqual({ asked: 3, unanswered: [1, 3] });
  expect(await say({ answer: null })).toEqual({ asked: 3, unanswered: [1, 2, 3] });
  expect(await read(await guests.enter(secret, 'Ewan'))).toEqual({ asked: 3, unanswered: [1, 2, 3] });
  expect(await read(guests.openBrowser())).toBeNull();
  await api(routes.updateGuestLink, { id, linkId, name: 'Director', canAnswer: false });
  expect(await read()).toBeNull();
});

test('takes answers only from guests with a name, while the link takes them, about what the board shows', async () => {
  const answersUntil = new Date(guests.now.getTime() + 60_000).toISOString();
  const { secret } = await guests.addLink(id, { answersUntil });
  const isla = await guests.enter(secret, 'Isla');
  const say = (input: object, browser = isla) =>
    browser.api(routes.saveAnswer, { secret, locationId: mill, answer: 'YES', ...input });
  await expect(say({}, guests.openBrowser())).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  await expect(say({ imageId: await getImage(kirk) })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await expect(say({ comment: 'x'.repeat(1_001) })).rejects.toMatchObject({ errorType: 'INVALID' });
  await api(boardRoutes.removeLocation, { id, locationId: mill });
  await expect(say({})).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  guests.now = new Date(answersUntil);
  await expect(say({ locationId: kirk })).rejects.toMatchObject({ errorType: 'CONFLICT' });
  const closed = await guests.addLink(id, { canAnswer: false });
  const ewan = await guests.enter(closed.secret, 'Ewan');
  await expect(
    ewan.api(routes.saveAnswer, { secret: closed.secret, locationId: kirk, answer: 'YES' }),
  ).rejects.toMatchObject({ errorType: 'CONFLICT' });
});

test('does not ask about locations that have refused, or whose section is decided', async () => {
  const { secret } = await guests.addLink(id);
  const isla = await guests.enter(secret, 'Isla');
  const say = (locationId: string, answer: 'YES' | 'NO' | null = 'YES') =>
    isla.api(routes.saveAnswer, { secret, locationId, answer });
  const read = async () => (await isla.api(routes.boardForGuest, { secret })).board!;
  for (const locationId of [mill, kirk, pier]) await say(locationId);
  await say(mill, null);
  const [scene] = await api(addSection, { id, title: 'Wedding' });
  await api(boardRoutes.moveLocations, { id, locationIds: [kirk, pier], sectionId: scene!.id });
  await api(updateSection, { id, sectionId: scene!.id, lockedLocationId: pier });
  await api(boardRoutes.updateLocation, { id, locationId: mill, state: 'REFUSED' });
  await expect(say(mill)).rejects.toMatchObject({ errorType: 'CONFLICT', message: NO_LONGER_ASKED.UNAVAILABLE });
  for (const locationId of [kirk, pier])
    await expect(say(locationId, null)).rejects.toMatchObject({ message: NO_LONGER_ASKED.LOCKED_IN });
  const { progress, sections, locations } = await read();
  expect(progress).toEqual({ asked: 0, unanswered: [] });
  expect(sections).toMatchObject([{ locked_location_id: pier, locked_title: 'Pier' }]);
  expect(locations.data.map(({ own, decision }) => [own.answer, decision])).toEqual([
    [null, 'UNAVAILABLE'],
    ['YES', 'LOCKED_IN'],
    ['YES', 'LOCKED_IN'],
  ]);
  expect(JSON.stringify(locations)).not.toContain('REFUSED');
  await api(boardRoutes.updateLocation, { id, locationId: mill, state: 'ASKED' });
  expect((await say(mill)).progress).toEqual({ asked: 1, unanswered: [] });
  // What is decided comes last, with its answers.
  expect((await listAnswers()).map((row) => [row.id, row.yes, row.decision])).toEqual([
    [mill, 1, null],
    [kirk, 1, 'LOCKED_IN'],
    [pier, 1, 'LOCKED_IN'],
  ]);
});

test('shows the owner disagreements first, by link too, and counts them', async () => {
  const [director, designer] = [await guests.addLink(id), await guests.addLink(id, { name: 'Art' })];
  const isla = await guests.enter(director.secret, 'Isla');
  const ewan = await guests.enter(designer.secret, 'Ewan');
  const image = await getImage(pier);
  const say = (browser: typeof isla, secret: string, input: Record<string, string> & { locationId: string }) =>
    browser.api(routes.saveAnswer, { secret, ...input });
  await say(isla, director.secret, { locationId: kirk, answer: 'YES' });
  await say(isla, director.secret, { locationId: pier, answer: 'YES', comment: 'At low tide' });
  await say(ewan, designer.secret, { locationId: pier, answer: 'NO' });
  await say(ewan, designer.secret, { locationId: pier, imageId: image, answer: 'YES' });
  expect((await listAnswers()).map((row) => [row.id, row.yes, row.maybe, row.no, row.comments])).toEqual([
    [pier, 1, 0, 1, 1],
    [kirk, 1, 0, 0, 0],
    [mill, 0, 0, 0, 0],
  ]);
  expect((await listAnswers())[0]?.answers).toMatchObject([
    { name: 'Isla', link: 'Director', answer: 'YES', comment: 'At low tide', photographs: [] },
    { name: 'Ewan', link: 'Art', answer: 'NO', comment: null, photographs: [{ answer: 'YES' }] },
  ]);
  expect((await listAnswers(director.id)).map((row) => [row.id, row.yes, row.no])).toEqual([
    [kirk, 1, 0],
    [pier, 1, 0],
    [mill, 0, 0],
  ]);
  expect(await api(routes.tallies, { id })).toContainEqual({ id: pier, yes: 1, maybe: 0, no: 1, comments: 1 });
  const [, artLink] = await api(routes.guestLinks, { id });
  await api(routes.removeGuest, { id, guestId: artLink!.guests[0]!.id });
  expect((await listAnswers()).map((row) => [row.id, row.yes, row.no])).toEqual([
    [kirk, 1, 0],
    [pier, 1, 0],
    [mill, 0, 0],
  ]);
});

test('shows guests the answers of each other only if the owner says so, those of their link', async () => {
  const link = await guests.addLink(id);
  const other = await guests.addLink(id, { name: 'Client' });
  const [isla, ewan] = [await guests.enter(link.secret, 'Isla'), await guests.enter(link.secret, 'Ewan')];
  const una = await guests.enter(other.secret, 'Una');
  await isla.api(routes.saveAnswer, { secret: link.secret, locationId: mill, answer: 'NO', comment: 'Dull' });
  await una.api(routes.saveAnswer, { secret: other.secret, locationId: mill, answer: 'YES' });
  const read = async () =>
    (await ewan.api(routes.boardForGuest, { secret: link.secret })).board?.locations.data[0]?.others;
  expect(await read()).toEqual([]);
  await api(routes.updateGuestLink, { id, linkId: link.id, name: 'Director', showsAnswers: true });
  expect(await read()).toEqual([{ name: 'Isla', role: 'Director', answer: 'NO', comment: 'Dull' }]);
});

test('keeps answers when a location is moved, or removed and added again, and deletes them a day later', async () => {
  const { secret } = await guests.addLink(id);
  const isla = await guests.enter(secret, 'Isla');
  await isla.api(routes.saveAnswer, { secret, locationId: mill, answer: 'YES' });
  await api(boardRoutes.updateLocation, { id, locationId: mill, position: 3 });
  await api(boardRoutes.removeLocation, { id, locationId: mill });
  expect((await listAnswers()).map((row) => row.id)).toEqual([kirk, pier]);
  await deleteAnswersOfRemoved(db, new Date(guests.now.getTime() + DAY_MS / 2));
  await api(boardRoutes.addLocation, { id, locationId: mill });
  expect((await listAnswers())[0]).toMatchObject({ id: mill, yes: 1 });
  await api(boardRoutes.removeLocation, { id, locationId: mill });
  await deleteAnswersOfRemoved(db, new Date(guests.now.getTime() + DAY_MS + 60_000));
  await api(boardRoutes.addLocation, { id, locationId: mill });
  expect((await listAnswers()).map((row) => row.yes)).toEqual([0, 0, 0]);
});

test('has at most a number of answers on a board', async () => {
  const { id: linkId, secret } = await guests.addLink(id);
  const isla = await guests.enter(secret, 'Isla');
  await isla.api(routes.saveAnswer, { secret, locationId: mill, answer: 'YES' });
  await sql`
    with others as (
      insert into board_guests (link_id, token_hash, has_password, name, role, first_opened_at, last_opened_at)
      select ${linkId}, sha256(n::text::bytea), true, 'Ewan', 'Client', now(), now()
      from generate_series(2, ${MAX_BOARD_ANSWERS}::integer) n returning id)
    insert into board_answers (guest_id, board_id, location_id, answer, answered_at)
    select id, ${id}, ${mill}, 'NO', now() from others`.execute(db);
  await expect(isla.api(routes.saveAnswer, { secret, locationId: kirk, answer: 'YES' })).rejects.toMatchObject({
    errorType: 'CONFLICT',
  });
  expect(await isla.api(routes.saveAnswer, { secret, locationId: mill, answer: 'NO' })).toMatchObject({
    own: { answer: 'NO' },
  });
});

test('moves answers to the location that another one is merged into', async () => {
  const { secret } = await guests.addLink(id);
  const [isla, ewan] = [await guests.enter(secret, 'Isla'), await guests.enter(secret, 'Ewan')];
  await isla.api(routes.saveAnswer, { secret, locationId: mill, answer: 'YES' });
  await isla.api(routes.saveAnswer, { secret, locationId: kirk, answer: 'NO' });
  await ewan.api(routes.saveAnswer, { secret, locationId: mill, answer: 'MAYBE' });
  await db.transaction().execute((trx) => mergeOnBoards(trx, { from: mill, into: kirk, at: guests.now }));
  expect((await listAnswers())[0]).toMatchObject({ id: kirk, yes: 0, maybe: 1, no: 1 });
});
