import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPublished } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addEnquiry } from '../../../../tests/support/enquiries.ts';
import { openGuests } from '../../../../tests/support/guests.ts';
import { addOption } from '../../../../tests/support/locations.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { featureApi } from '../../../../tests/support/services.ts';
import * as boards from '../../boards/contract.ts';
import { boardFeature } from '../../boards/feature.ts';
import { boardForGuest, saveAnswer } from '../../boards/guests/contract.ts';
import { addSection } from '../../boards/sections/contract.ts';
import {
  addProduction,
  addProductionEnquiry,
  addProductionNote,
  productionById,
  setProductionContacts,
  setProductionLocation,
  updateProduction,
} from '../contract.ts';
import { ENQUIRY_HAS_NEWS, ENQUIRY_IS_SPAM } from '../../enquiries/cases/messages.ts';
import { productionFeature } from '../feature.ts';
import { deleteOldProductions } from '../jobs.server.ts';
import * as messages from '../messages.ts';
import type { Production } from '../schema.ts';
import { productionTimeline } from '../timeline/contract.ts';
import { containsName } from '../../../platform/text/contains-name.ts';
import * as routes from './contract.ts';
import { MAX_BOARDS, MAX_DAILY_SENDINGS, MAX_SENDINGS } from './schema.ts';

const { kysely: db } = await testDatabase();
const team = await addPerson(db, 'ADMIN', { first_name: 'Morag', last_name: 'Muir' });
const guests = openGuests(db, team);
/** Each call of the team is a millisecond later than the one before. */
const now = () => (guests.now = new Date(guests.now.getTime() + 1));
const api = featureApi([productionFeature, boardFeature], { ...guests.services, now }, team);
const RECIPIENT = 'calum@crew.example';
let [mill, kirk, pier] = ['', '', ''];
let production = '';

beforeEach(async () => {
  guests.now = new Date(Date.now() + 60_000);
  await db.deleteFrom('productions').execute();
  await db.deleteFrom('boards').execute();
  await db.deleteFrom('outbox').execute();
  await db.deleteFrom('locations').execute();
  await db.deleteFrom('enquiries').execute();
  [mill = '', kirk = '', pier = ''] = await addPublished(db, ['Mill', 'Kirk', 'Pier']);
  production = await add();
});

const add = async (change: Partial<Production> = {}) => {
  const { production: added } = await api(addProduction, { title: 'The Weir' });
  if (Object.keys(change).length > 0) await api(updateProduction, { id: added.id, ...change });
  return added.id;
};
/** Adds a board that answers the production, with the first two locations. */
const addBoard = async (id = production) => {
  const { board_id: boardId } = await api(routes.addProductionBoard, { id });
  await api(boards.addLocation, { id: boardId, locationId: mill, note: 'A wheel that turns' });
  await api(boards.addLocation, { id: boardId, locationId: kirk, note: 'Quiet at night' });
  return boardId;
};
const send = (
  boardId: string,
  input: { recipient?: string; message?: string; enquiryId?: string; enquiryVersion?: number } = {},
) => api(routes.sendProductionBoard, { id: production, boardId, recipient: RECIPIENT, message: '', ...input });
const get = () => api(routes.answersOfProduction, { id: production });
const getStates = async () =>
  (await api(productionById, { id: production })).locations.map(({ title, state }) => [title, state]);
const getSecret = async () => {
  const { text } = await db
    .selectFrom('outbox')
    .select('text')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  return /boards\/guest\/([\w-]+)/.exec(text)![1]!;
};

test('sends the available locations of a board, offers them, and learns who opened it and what guests say', async () => {
  const boardId = await addBoard();
  await api(boards.addLocation, { id: boardId, locationId: pier });
  await api(boards.updateLocation, { id: boardId, locationId: pier, state: 'REFUSED' });
  await api(setProductionLocation, { id: production, locationId: mill, state: 'VISITED' });
  expect(await send(boardId, { message: 'Two for scene 12.' })).toEqual({
    message: `Sent to ${RECIPIENT}: 2 locations, 1 of them new`,
  });
  expect(await getStates()).toEqual([
    ['Mill', 'VISITED'],
    ['Kirk', 'OFFERED'],
  ]);
  const mail = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ recipient: RECIPIENT, subject: 'Locations for The Weir' });
  expect(mail.text).toContain('Two for scene 12.');
  expect((await get()).sendings).toMatchObject([{ first_opened_at: null, has_link: true }]);

  const guest = guests.openBrowser();
  const secret = await getSecret();
  const { board } = await guest.api(boardForGuest, { secret });
  expect(board?.locations.data.map(({ note, decision }) => [note, decision])).toEqual([
    ['A wheel that turns', null],
    ['Quiet at night', null],
    [null, 'UNAVAILABLE'],
  ]);
  await guests.giveName(guest, secret);
  await guest.api(saveAnswer, { secret, locationId: mill, answer: 'YES' });
  await guest.api(saveAnswer, { secret, locationId: kirk, answer: 'NO', comment: 'Too small' });
  await db.deleteFrom('published_locations').where('id', '=', mill).execute();
  await db
    .updateTable('published_locations')
    .set({ published_at: new Date(Date.now() + 120_000) })
    .where('id', '=', kirk)
    .execute();
  const withdrawn = await guest.api(boardForGuest, { secret });
  expect(withdrawn.board?.locations.data[0]).toMatchObject({ location: null, note: null });
  const [sending] = (await get()).sendings;
  expect(sending).toMatchObject({
    title: 'The Weir',
    recipient: RECIPIENT,
    sender: { first_name: 'Morag' },
    first_opened_at: expect.any(String),
    locations: [
      { location_id: mill, title: 'Mill', since: 'WITHDRAWN', answers: [{ answer: 'YES' }] },
      { location_id: kirk, title: 'Kirk', since: 'CHANGED', answers: [{ answer: 'NO', comment: 'Too small' }] },
    ],
  });
  const { data } = await api(productionTimeline, { id: production });
  expect(data.find(({ kind }) => kind === 'SENT')).toMatchObject({
    text: '‘The Weir’: 2 locations, 1 of them new',
    changes: [],
  });

  // The same address gets the same link; a location that has refused, or is off the board, is marked.
  await api(boards.updateLocation, { id: boardId, locationId: pier, state: 'IDEA' });
  expect((await send(boardId, { recipient: 'Calum@crew.example' })).message).toContain('2 locations, 1 of them new');
  expect((await send(boardId)).message).toContain('2 locations, none of them new');
  expect(await db.selectFrom('board_guest_links').select('secret').execute()).toEqual([{ secret }]);
  await api(boards.updateLocation, { id: boardId, locationId: pier, state: 'REFUSED' });
  await api(boards.removeLocation, { id: boardId, locationId: kirk });
  expect((await get()).sendings[0]!.locations.map(({ title, since }) => [title, since])).toEqual([
    ['Kirk', 'REMOVED'],
    ['Pier', 'REFUSED'],
  ]);
});

test('names a contact in the timeline until they are deleted from the directory, and leaves no address there', async () => {
  const boardId = await addBoard();
  const { id: person_id } = await db
    .insertInto('people')
    .values({ name: 'Calum Reid', email: RECIPIENT })
    .returning('id')
    .executeTakeFirstOrThrow();
  await api(setProductionContacts, { id: production, contacts: [{ person_id, role: 'Designer' }] });
  await send(boardId, { recipient: RECIPIENT.toUpperCase() });
  const readSent = async () => {
    const { data } = await api(productionTimeline, { id: production });
    return data.find(({ kind }) => kind === 'SENT');
  };
  expect(await readSent()).toMatchObject({
    text: '‘The Weir’: 2 locations, all of them new',
    changes: [{ label: 'To', before: null, after: 'Calum Reid' }],
  });
  await api(setProductionContacts, { id: production, contacts: [] });
  await db.deleteFrom('people').where('id', '=', person_id).execute();
  expect(await readSent()).toMatchObject({ changes: [{ after: messages.DELETED_PERSON }] });
  const entries = await db.selectFrom('production_entries').select(['text', 'details']).execute();
  expect(JSON.stringify(entries)).not.toMatch(/calum/i);
});

test('writes to the sender of an enquiry in their conversation, by one email', async () => {
  const enquiry = await addEnquiry(db, { email: RECIPIENT });
  const boardId = await addBoard();
  const input = { message: 'Two for scene 12.', enquiryId: enquiry.id };
  await expect(send(boardId, input)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await api(addProductionEnquiry, { id: production, enquiryId: enquiry.id });
  await expect(send(boardId, { ...input, recipient: 'isla@crew.example' })).rejects.toMatchObject({
    errorType: 'INVALID',
    fields: { recipient: messages.writesTo(RECIPIENT) },
  });
  await db.updateTable('enquiries').set({ state: 'SPAM', closed_at: new Date() }).execute();
  await expect(send(boardId, input)).rejects.toMatchObject({ message: ENQUIRY_IS_SPAM });
  expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
  expect((await get()).sendings).toEqual([]);
  await db.updateTable('enquiries').set({ state: 'NEW', closed_at: null }).execute();

  const { message } = await send(boardId, { ...input, recipient: RECIPIENT.toUpperCase() });
  expect(message).toMatch(/2 locations, all of them new, in the conversation of ENQ-\d{4}-\d+$/);
  const mails = await db.selectFrom('outbox').select(['kind', 'recipient']).execute();
  expect(mails).toEqual([{ kind: 'enquiry-answer', recipient: RECIPIENT }]);
  const secret = await getSecret();
  const written = await db.selectFrom('enquiry_messages').select('text').where('written_by', '=', 'TEAM').execute();
  expect(written).toHaveLength(1);
  expect(written[0]!.text).toMatch(/^Two for scene 12\.\n\nThe Locations Team .* 2 locations for you/);
  expect(written[0]!.text).toContain(`/boards/guest/${secret}`);
  expect(await db.selectFrom('enquiries').select(['state', 'assignee_id']).execute()).toEqual([
    { state: 'ANSWERED', assignee_id: team.id },
  ]);
  expect((await guests.openBrowser().api(boardForGuest, { secret })).board?.title).toBe('The Weir');
  const { html } = await db.selectFrom('outbox').select('html').executeTakeFirstOrThrow();
  expect(html).toMatch(new RegExp(`<a href="https?://[^"]*/boards/guest/${secret}"`));

  await send(boardId, { enquiryId: enquiry.id });
  const latest = db.selectFrom('enquiry_messages').select('text').orderBy('created_at', 'desc').limit(1);
  const { text } = await latest.executeTakeFirstOrThrow();
  expect(text).toMatch(/^Dear Isla Robertson,\n\nThe Locations Team/);
  expect(text).toContain('You need no account.');
});

test('does not answer a conversation that a colleague has answered meanwhile', async () => {
  const enquiry = await addEnquiry(db, { email: RECIPIENT });
  const boardId = await addBoard();
  const { production: shown } = await api(addProductionEnquiry, { id: production, enquiryId: enquiry.id });
  const input = { enquiryId: enquiry.id, enquiryVersion: shown.enquiries[0]!.version };
  await send(boardId, input);
  await expect(send(boardId, input)).rejects.toMatchObject({ errorType: 'CONFLICT', message: ENQUIRY_HAS_NEWS });
  expect(await db.selectFrom('enquiry_messages').select('id').where('written_by', '=', 'TEAM').execute()).toHaveLength(
    1,
  );
  const { enquiries } = await api(productionById, { id: production });
  await send(boardId, { ...input, enquiryVersion: enquiries[0]!.version });
});

describe('a board', () => {
  test('that is new has the code name while there is an embargo', async () => {
    await api(updateProduction, { id: production, embargoed: true, code_name: 'Heron' });
    await api(routes.addProductionBoard, { id: production });
    await api(updateProduction, { id: production, embargoed: false });
    await api(routes.addProductionBoard, { id: production });
    expect((await get()).boards.map(({ title }) => title)).toEqual(['Heron', 'The Weir']);
  });

  test('that exists answers one production, until it is removed there', async () => {
    const { id: boardId } = await api(boards.createPrivateBoard, { title: 'Mills' });
    const { id: own } = await api(boards.createBoard, { title: 'Mine' });
    const other = await add();
    await api(routes.addProductionBoard, { id: production, boardId });
    await api(routes.addProductionBoard, { id: production, boardId });
    const rejected = [
      [{ id: other, boardId }, messages.OTHER_PRODUCTION_OF_BOARD],
      [{ id: production, boardId: own }, messages.PRIVATE_BOARDS_ONLY],
    ] as const;
    for (const [input, message] of rejected)
      await expect(api(routes.addProductionBoard, input)).rejects.toMatchObject({ message });
    await expect(send(boardId)).rejects.toMatchObject({ message: messages.NOTHING_TO_SEND });
    await api(routes.removeProductionBoard, { id: production, boardId });
    await expect(send(boardId)).rejects.toMatchObject({ message: messages.NOT_ITS_BOARD });
    await api(routes.addProductionBoard, { id: other, boardId });
  });

  test.each<[where: string, put: (boardId: string) => Promise<unknown>, message?: string]>([
    ['its title', (id) => api(boards.updateBoard, { id, title: 'Mills for the weir' })],
    ['a section', (id) => api(addSection, { id, title: 'THE WEIR, scene 12' })],
    ['a note', (id) => api(boards.updateLocation, { id, locationId: mill, note: 'As in “The Weir”.' })],
    ['the message', async () => {}, 'For the Weir'],
  ])('is not sent with a secret title in %s', async (_where, put, message = '') => {
    await api(updateProduction, { id: production, embargoed: true, code_name: 'Heron' });
    const boardId = await addBoard();
    await put(boardId);
    await expect(send(boardId, { message })).rejects.toMatchObject({ message: messages.NAMES_SECRET_TITLE });
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([]);
    await api(updateProduction, { id: production, embargoed: false });
    await send(boardId, { message });
  });

  test('that gets a secret title after it was sent is marked, until it has another or the link has ended', async () => {
    await api(updateProduction, { id: production, embargoed: true, code_name: 'Heron' });
    const boardId = await addBoard();
    await send(boardId);
    const getPlaces = async () => (await get()).sendings.map(({ secret_title_in }) => secret_title_in);
    expect(await getPlaces()).toEqual([[]]);
    await api(boards.updateBoard, { id: boardId, title: 'Mills for the weir' });
    await db
      .insertInto('sent_look_books')
      .columns(['link_id', 'look_book_id', 'title', 'bytes', 'words'])
      .expression(({ selectFrom, val }) =>
        selectFrom('board_guest_links').select([
          'id as link_id',
          'id as look_book_id',
          val('Mills').as('title'),
          val(1).as('bytes'),
          val(['Heron', 'The Weir']).as('words'),
        ]),
      )
      .execute();
    expect((await get()).sendings).toMatchObject([{ board_id: boardId, secret_title_in: ['BOARD', 'LOOK_BOOK'] }]);
    await expect(send(boardId)).rejects.toMatchObject({ message: messages.LOOK_BOOK_NAMES_SECRET_TITLE });
    await api(boards.updateBoard, { id: boardId, title: 'Heron' });
    expect(await getPlaces()).toEqual([['LOOK_BOOK']]);
    await db.updateTable('board_guest_links').set({ expires_on: '2020-01-01' }).execute();
    expect(await getPlaces()).toEqual([[]]);
    await db.updateTable('board_guest_links').set({ expires_on: null }).execute();
    await api(updateProduction, { id: production, embargoed: false });
    expect(await getPlaces()).toEqual([[]]);
    await send(boardId);
    await send(boardId, { recipient: 'isla@crew.example' });
    await api(updateProduction, { id: production, embargoed: true });
    await api(boards.updateBoard, { id: boardId, title: 'Mills for the weir' });
    // Of the board once, and of the look-book once for its link, which was sent twice.
    expect(await getPlaces()).toEqual([['BOARD'], ['LOOK_BOOK'], []]);
  });

  test.each([
    ['Notes for “Thé Weir”', 'The Weir', true],
    ['The Weirdest', 'The Weir', false],
    ['Anything', '!', false],
  ])('with ‘%s’ names ‘%s’: %s', (text, name, expected) => expect(containsName(text, name)).toBe(expected));
});

test('what was sent outlives board and link, goes with the production, and is read by its film office', async () => {
  const officeId = await addOption(db, 'filmoffice', 'Film Fife');
  const office = featureApi(
    productionFeature,
    guests.services,
    await addPerson(db, 'FILM_OFFICE', { office_id: officeId }),
  );
  await api(updateProduction, { id: production, office_id: officeId });
  const boardId = await addBoard();
  await send(boardId);
  const read = () => office(routes.answersOfProduction, { id: production });
  expect(await read()).toMatchObject({ boards: [], sendings: [{ recipient: RECIPIENT, has_link: true }] });
  for (const call of [
    office(routes.addProductionBoard, { id: production }),
    office(routes.sendProductionBoard, { id: production, boardId, recipient: RECIPIENT, message: '' }),
  ])
    await expect(call).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  await api(addProductionNote, { id: production, text: 'Sent' });
  await api(boards.deleteBoard, { id: boardId });
  await db.deleteFrom('locations').where('id', '=', mill).execute();
  expect(await read()).toMatchObject({
    sendings: [
      { has_link: false, locations: [{ title: 'Mill', location_id: null, since: 'WITHDRAWN' }, { title: 'Kirk' }] },
    ],
  });
  await api(updateProduction, { id: production, stage: 'LOST' });
  await deleteOldProductions(db, new Date(Date.now() + 6 * 366 * 86_400_000));
  expect(await db.selectFrom('production_sendings').select('id').execute()).toEqual([]);
});

test('limits boards and sendings of a production', async () => {
  const boardId = await addBoard();
  await sql`
    with added as (insert into boards (user_id, title, private) select ${team.id}, 'Mills', true
      from generate_series(1, ${MAX_BOARDS - 1}) returning id)
    insert into production_boards (production_id, board_id, added_at) select ${production}, id, now() from added`.execute(
    db,
  );
  await expect(api(routes.addProductionBoard, { id: production })).rejects.toMatchObject({
    message: messages.boardLimit(MAX_BOARDS),
  });
  const fill = (count: number, at: Date) =>
    sql`
    insert into production_sendings (production_id, title, recipient, sent_at)
    select ${production}, 'Mills', ${RECIPIENT}, ${at} from generate_series(1, ${count})`.execute(db);
  await fill(MAX_DAILY_SENDINGS - 1, guests.now);
  await send(boardId);
  await expect(send(boardId)).rejects.toMatchObject({ message: messages.dailySendingLimit(MAX_DAILY_SENDINGS) });
  await fill(MAX_SENDINGS - MAX_DAILY_SENDINGS, new Date('2026-01-01'));
  await expect(send(boardId)).rejects.toMatchObject({ message: messages.sendingLimit(MAX_SENDINGS) });
});
