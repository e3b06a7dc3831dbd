import { beforeEach, describe, expect, test } from 'vitest';
import { addLocation, deleteBoard, updateBoard, updateLocation } from '../src/features/boards/contract.ts';
import { deleteBoardsOf } from '../src/features/boards/deletion.commands.server.ts';
import { downloadGuestLookBook } from '../src/features/boards/exporting/contract.ts';
import { deleteGuestLink, guestLinks, updateGuestLink } from '../src/features/boards/guests/contract.ts';
import { deleteLookBook, lookBooksOfBoard } from '../src/features/boards/look-book/contract.ts';
import { deleteOldLookBooks } from '../src/features/boards/look-book/jobs.server.ts';
import { NO_LOOK_BOOK, tooLargeToSend } from '../src/features/boards/look-book/messages.ts';
import { type LookBookFormat, MAX_SENT_MB } from '../src/features/boards/look-book/schema.ts';
import { getLookBookKey } from '../src/features/boards/look-book/storage-keys.server.ts';
import { addSection } from '../src/features/boards/sections/contract.ts';
import {
  addProductionBoard,
  answersOfProduction,
  sendProductionBoard,
} from '../src/features/productions/answers/contract.ts';
import { updateProduction } from '../src/features/productions/contract.ts';
import { LOOK_BOOK_NAMES_SECRET_TITLE } from '../src/features/productions/messages.ts';
import { productionTimeline } from '../src/features/productions/timeline/contract.ts';
import { fillPath } from '../src/platform/http/contract.ts';
import { addPublished } from './support/boards.ts';
import { testDatabase } from './support/database.ts';
import { openLookBooks, readPdf } from './support/look-books.ts';
import { addSignedInPerson } from './support/people.ts';
import { addProduction } from './support/productions.ts';
import { startSite } from './support/site.ts';

const site = await startSite({ database: await testDatabase() });
const { db, storage } = site;
const lookBooks = await openLookBooks(site);
const team = await addSignedInPerson(site, 'ADMIN');
const colleague = await addSignedInPerson(site, 'ADMIN');
const RECIPIENT = 'calum@crew.example';
let [production, boardId, mill] = ['', '', ''];

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  await db.deleteFrom('productions').execute();
  await db.deleteFrom('outbox').execute();
  [mill = ''] = await addPublished(db, ['Mill']);
  production = await addProduction(db, {}, { title: 'The Weir' });
  ({ board_id: boardId } = await team.api(addProductionBoard, { id: production }));
  await team.api(addLocation, { id: boardId, locationId: mill, note: 'A wheel that turns' });
});

const send = (lookBookId: string, recipient = RECIPIENT) =>
  team.api(sendProductionBoard, { id: production, boardId, recipient, message: '', lookBookId });
/** Adds a look-book that is ready. Returns its id. */
async function add(
  changes: {
    by?: string;
    board?: string;
    format?: LookBookFormat;
    settings?: object;
    words?: string[] | null;
    bytes?: number;
  } = {},
) {
  const { by = team.person.id, board = boardId, format = 'PDF', settings, words = ['Mills'], bytes = 8 } = changes;
  const at = new Date();
  const { id } = await db
    .insertInto('look_books')
    .values({
      board_id: board,
      user_id: by,
      state: 'READY',
      settings: JSON.stringify({ title: 'Mills', format, ...settings }),
      requested_at: at,
      finished_at: at,
      bytes,
      expires_at: new Date(at.getTime() + 60_000),
      words,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storage.put(getLookBookKey(id), Buffer.from(`%PDF ${id}`));
  return id;
}
const getLinks = () => team.api(guestLinks, { id: boardId });
const download = (secret: string, cookie = '') =>
  fetch(`${site.url}/api${fillPath(downloadGuestLookBook.path, { secret }).path}`, { headers: { cookie } });
const isStored = (id: string) => storage.exists(getLookBookKey(id));
const cleanUp = (at = new Date()) => deleteOldLookBooks(db, storage, at);

test('goes with a board: its guests download exactly this PDF, whatever has become of board and look-book', async () => {
  const id = await lookBooks.request(boardId, { format: 'PDF' }, team);
  await lookBooks.make(id);
  const made = Buffer.from(await (await lookBooks.download(team, id)).arrayBuffer());
  expect(await send(id)).toEqual({ message: `Sent to ${RECIPIENT}: 1 location, all of them new, with a look-book` });
  const mail = await db.selectFrom('outbox').select('text').executeTakeFirstOrThrow();
  expect(mail.text).toContain('A look-book of them is on the same page, as a PDF to download.');
  const { sendings } = await team.api(answersOfProduction, { id: production });
  expect(sendings).toMatchObject([{ look_book: 'The mill' }]);
  const { data } = await team.api(productionTimeline, { id: production });
  expect(data.some(({ text }) => text?.endsWith('with a look-book'))).toBe(true);

  const [link] = await getLinks();
  const { secret } = link!;
  expect(link).toMatchObject({ look_book: 'The mill', can_download: false });
  expect(mail.text).toContain(secret);
  await team.api(deleteLookBook, { id });
  await db.deleteFrom('published_locations').where('id', '=', mill).execute();
  await team.api(updateLocation, { id: boardId, locationId: mill, note: 'Another note' });
  await cleanUp();
  const opened = await fetch(`${site.url}/api/guest-boards/${secret}`);
  expect(await opened.json()).toMatchObject({ board: { look_book: { title: 'The mill', bytes: made.length } } });
  const response = await download(secret);
  expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toContain('The mill.pdf');
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const sent = Buffer.from(await response.arrayBuffer());
  expect(sent.equals(made)).toBe(true);
  expect((await readPdf(sent)).text).toContain('A wheel that turns');
});

test('another sending leaves it, unless it has another look-book', async () => {
  const [first, second] = [await add(), await add()];
  await send(first);
  const [{ secret } = { secret: '' }] = await getLinks();
  await send('');
  expect(await (await download(secret)).text()).toBe(`%PDF ${first}`);
  await send(second);
  expect(await (await download(secret)).text()).toBe(`%PDF ${second}`);
  expect(await getLinks()).toHaveLength(1);
});

test.each([
  ['a colleague has made', async () => add({ by: colleague.person.id })],
  [
    'is of another board',
    async () => {
      const { board_id: board } = await team.api(addProductionBoard, { id: production });
      return add({ board });
    },
  ],
  ['is no PDF', async () => add({ format: 'ZIP' })],
  ['an earlier version has made', async () => add({ words: null })],
  [
    'has expired',
    async () => {
      const id = await add();
      await db.updateTable('look_books').set({ expires_at: new Date() }).where('id', '=', id).execute();
      return id;
    },
  ],
  [
    'a restored site has without its file',
    async () => {
      const id = await add();
      await storage.delete(getLookBookKey(id));
      return id;
    },
  ],
  [
    'was deleted',
    async () => {
      const id = await add();
      await team.api(deleteLookBook, { id });
      return id;
    },
  ],
])('is not one that %s', async (_, addOther) => {
  await expect(send(await addOther())).rejects.toMatchObject({ errorType: 'NOT_FOUND', message: NO_LOOK_BOOK });
  expect(await getLinks()).toEqual([]);
});

test('is offered with what it has, unless it cannot be sent', async () => {
  const plain = await add();
  const full = await add({ settings: { states: true, answers: true } });
  await add({ words: null });
  await add({ format: 'ZIP' });
  await add({ bytes: MAX_SENT_MB * 1024 ** 2 + 1 });
  await lookBooks.request(boardId, { format: 'PDF' }, team);
  const { look_books } = await team.api(lookBooksOfBoard, { id: boardId });
  const offered = look_books.filter(({ can_be_sent }) => can_be_sent);
  expect(new Map(offered.map(({ id, has_states, has_answers }) => [id, [has_states, has_answers]]))).toEqual(
    new Map([
      [plain, [false, false]],
      [full, [true, true]],
    ]),
  );
});

test('is at most so large that a backup can read it as a whole', async () => {
  const bytes = MAX_SENT_MB * 1024 ** 2;
  await expect(send(await add({ bytes: bytes + 1 }))).rejects.toMatchObject({ message: tooLargeToSend(MAX_SENT_MB) });
  expect(await getLinks()).toEqual([]);
  await send(await add({ bytes }));
});

describe('a secret title', () => {
  test.each<[where: string, put: () => Promise<unknown>, settings: object]>([
    ['its title', async () => {}, { title: 'Mills for the weir' }],
    ['its subtitle', async () => {}, { subtitle: 'The Weir' }],
    ['a section', () => db.updateTable('board_sections').set({ title: 'The Weir, scene 12' }).execute(), {}],
    ['a note', () => team.api(updateLocation, { id: boardId, locationId: mill, note: 'As in “The Weir”' }), {}],
  ])('in %s is not sent, though the board has it no more', async (_, put, settings) => {
    const [section] = await team.api(addSection, { id: boardId, title: 'Scene 12' });
    await team.api(updateProduction, { id: production, embargoed: true, code_name: 'Heron' });
    await team.api(updateBoard, { id: boardId, title: 'Heron' });
    await db
      .insertInto('board_section_locations')
      .values({ board_id: boardId, location_id: mill, section_id: section!.id })
      .execute();
    await put();
    const id = await lookBooks.request(boardId, { format: 'PDF', ...settings }, team);
    await lookBooks.make(id);
    await db.updateTable('board_sections').set({ title: 'Scene 12' }).execute();
    await team.api(updateLocation, { id: boardId, locationId: mill, note: '' });
    await expect(send(id)).rejects.toMatchObject({ message: LOOK_BOOK_NAMES_SECRET_TITLE });
    expect(await getLinks()).toEqual([]);
    await team.api(updateProduction, { id: production, embargoed: false });
    await send(id);
  });
});

test('may have the words of a secret title in several texts', async () => {
  await team.api(updateProduction, { id: production, embargoed: true, code_name: 'Heron' });
  await team.api(updateBoard, { id: boardId, title: 'Heron' });
  await expect(send(await add({ words: ['As in The Weir'] }))).rejects.toMatchObject({
    message: LOOK_BOOK_NAMES_SECRET_TITLE,
  });
  await send(await add({ words: ['A wheel behind the', 'Weir mill'] }));
});

describe('its guest link', () => {
  test('asks for the password first', async () => {
    await send(await add());
    const [{ id: linkId, secret } = { id: '', secret: '' }] = await getLinks();
    await team.api(updateGuestLink, { id: boardId, linkId, name: 'Director', password: 'weir mill' });
    expect((await download(secret)).status).toBe(403);
    const entered = await fetch(`${site.url}/api/guest-boards/${secret}/password`, {
      method: 'POST',
      body: JSON.stringify({ password: 'weir mill' }),
      headers: { 'content-type': 'application/json' },
    });
    const [cookie = ''] = entered.headers.getSetCookie();
    expect((await download(secret, cookie.split(';')[0])).status).toBe(200);
  });

  test('gives nothing when it has expired, without a look-book, and when it is not known', async () => {
    await send(await add());
    await send('', 'isla@crew.example');
    const [first, second] = await getLinks();
    const { id: linkId, secret } = first!;
    await team.api(updateGuestLink, { id: boardId, linkId, name: 'Director', expiresOn: '2020-01-01' });
    for (const each of [secret, second!.secret, 'unknown']) expect((await download(each)).status).toBe(404);
  });

  test('has the file until the last link is deleted', async () => {
    const id = await add();
    await send(id);
    await send(id, 'isla@crew.example');
    await cleanUp(new Date(Date.now() + 8 * 86_400_000));
    expect(await db.selectFrom('look_books').select('id').execute()).toEqual([]);
    const [first, second] = await getLinks();
    await team.api(deleteGuestLink, { id: boardId, linkId: first!.id });
    await cleanUp();
    expect((await download(first!.secret)).status).toBe(404);
    expect((await download(second!.secret)).status).toBe(200);
    await team.api(deleteGuestLink, { id: boardId, linkId: second!.id });
    await cleanUp();
    expect(await isStored(id)).toBe(false);
  });

  test('has the file until the board is deleted', async () => {
    const id = await add();
    await send(id);
    await team.api(deleteBoard, { id: boardId });
    await cleanUp();
    expect(await isStored(id)).toBe(false);
    expect(await db.selectFrom('orphaned_look_books').select('id').execute()).toEqual([]);
  });

  test('has the file when the account of its maker is deleted', async () => {
    const maker = await addSignedInPerson(site, 'ADMIN');
    const id = await add({ by: maker.person.id });
    await maker.api(sendProductionBoard, {
      id: production,
      boardId,
      recipient: RECIPIENT,
      message: '',
      lookBookId: id,
    });
    const { id: userId, email } = maker.person;
    const account = { userId, email, actorId: null, heirId: team.person.id, at: new Date() };
    await db.transaction().execute((trx) => deleteBoardsOf(trx, account));
    expect(await db.selectFrom('look_books').select('id').execute()).toEqual([]);
    await cleanUp();
    const [link] = await getLinks();
    expect(await (await download(link!.secret)).text()).toBe(`%PDF ${id}`);
  });
});
