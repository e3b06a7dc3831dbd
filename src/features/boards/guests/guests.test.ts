import { beforeEach, expect, test } from 'vitest';
import { addPublished, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { exportLines } from '../../../../tests/support/export-lines.ts';
import { openGuests } from '../../../../tests/support/guests.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { featureHandlers } from '../../../../tests/support/services.ts';
import type { ApiError } from '../../../platform/http/contract.ts';
import { AUDIT_TYPES } from '../../audit-log/entry-types.ts';
import * as boardRoutes from '../contract.ts';
import { exportGuestBoard, exportGuestPhotographs } from '../exporting/contract.ts';
import { boardFeature } from '../feature.ts';
import { deleteBoardsOf } from '../deletion.commands.server.ts';
import * as routes from './contract.ts';
import { MAX_GUESTS } from './schema.ts';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT', { first_name: 'Catriona', last_name: 'Muirsurname' });
const other = await addPerson(db, 'SCOUT');
const [mill = '', kirk = ''] = await addPublished(db, ['Mill', 'Kirk']);
const guests = openGuests(db, scout);
const { api, services, openBrowser, giveName } = guests;
let id = '';

type Browser = ReturnType<typeof openBrowser>;

const addLink = (settings: Parameters<typeof guests.addLink>[1] = {}) => guests.addLink(id, settings);

const open = async ({ api: asGuest }: Browser, secret: string) =>
  (await asGuest(routes.boardForGuest, { secret })).board;

beforeEach(async () => {
  guests.now = new Date();
  await db.deleteFrom('boards').execute();
  ({ id } = await api(boardRoutes.createBoard, { title: 'Episode 4' }));
  await api(boardRoutes.addLocation, { id, locationId: mill, note: 'At dawn', state: 'ASKED' });
  await api(boardRoutes.addLocation, { id, locationId: kirk });
});

test('shows a board by a guest link, without notes, states and surname', async () => {
  const { secret } = await addLink();
  const board = await open(openBrowser(), secret);
  expect(board).toMatchObject({ title: 'Episode 4', owner_name: 'Catriona', can_answer: true, guest: null });
  expect(board?.locations.data.map((item) => item.id)).toEqual([mill, kirk]);
  expect(JSON.stringify(board)).not.toMatch(/At dawn|ASKED|Muirsurname|@/);
  expect(await api(boardRoutes.boardById, { id })).toMatchObject({ link: null, shared: { guest_link_count: 1 } });
});

test('records changed settings and removed guests in the audit log, without the names of guests', async () => {
  const { id: linkId, secret } = await addLink({ password: 'weir mill' });
  const settings = { id, linkId, name: 'Director', canDownload: true };
  await api(routes.updateGuestLink, settings);
  await api(routes.updateGuestLink, settings);
  await api(routes.updateGuestLink, { ...settings, password: 'another one' });
  const guest = openBrowser();
  await guest.api(routes.enterPassword, { secret, password: 'another one' });
  await giveName(guest, secret);
  const [link] = await api(routes.guestLinks, { id });
  await api(routes.removeGuest, { id, guestId: link!.guests[0]!.id });
  const entries = await db
    .selectFrom('audit_logs')
    .select(['type', 'details'])
    .where('board_id', '=', id)
    .orderBy('id')
    .execute();
  const numbers = new Set<number>([
    AUDIT_TYPES.BOARD_GUEST_LINK_UPDATED.number,
    AUDIT_TYPES.BOARD_GUEST_REMOVED.number,
  ]);
  expect(entries.filter(({ type }) => numbers.has(type)).map(({ details }) => details)).toEqual([
    { name: 'Director', changed: 'can_download' },
    { name: 'Director', changed: 'password' },
    { link: 'Director' },
  ]);
});

test('asks for the password once in each browser, and again for a new one', async () => {
  const link = await addLink({ password: 'weir mill' });
  expect(link).toMatchObject({ has_password: true });
  expect(JSON.stringify(link)).not.toContain('argon2');
  const [browser, stranger] = [openBrowser(), openBrowser()];
  const { secret } = link;
  expect(await open(browser, secret)).toBeNull();
  await expect(browser.api(routes.enterPassword, { secret, password: 'wrong one' })).rejects.toMatchObject({
    errorType: 'INVALID',
  });
  await expect(browser.api(exportGuestBoard, { secret })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  await expect(giveName(browser, secret)).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  await browser.api(routes.enterPassword, { secret, password: 'weir mill' });
  expect(await open(browser, secret)).toMatchObject({ title: 'Episode 4' });
  expect(await open(stranger, secret)).toBeNull();
  // Other settings do not change it.
  await api(routes.updateGuestLink, { id, linkId: link.id, name: 'Client' });
  expect(await open(browser, secret)).not.toBeNull();
  await api(routes.updateGuestLink, { id, linkId: link.id, name: 'Client', password: 'another mill' });
  expect(await open(browser, secret)).toBeNull();
  await api(routes.updateGuestLink, { id, linkId: link.id, name: 'Client', password: null });
  expect(await open(stranger, secret)).not.toBeNull();
});

test('limits attempts to guess a password', async () => {
  const { secret } = await addLink({ password: 'weir mill' });
  const guess = () => openBrowser().api(routes.enterPassword, { secret, password: 'a guess' });
  const outcomes: unknown[] = [];
  for (let n = 0; n < 8; n++) outcomes.push(await guess().catch((error: ApiError) => error.errorType));
  expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS');
  await expect(openBrowser().api(routes.enterPassword, { secret, password: 'weir mill' })).rejects.toMatchObject({
    errorType: 'TOO_MANY_REQUESTS',
  });
});

test('has the browsers in which a password was entered at most', async () => {
  const link = await addLink({ password: 'weir mill' });
  const first = openBrowser();
  await first.api(routes.enterPassword, { secret: link.secret, password: 'weir mill' });
  guests.now = new Date(guests.now.getTime() + 1_000);
  await db
    .insertInto('board_guests')
    .values(
      Array.from({ length: MAX_GUESTS - 1 }, (_, n) => ({
        link_id: link.id,
        token_hash: Buffer.alloc(32, n),
        has_password: true,
        first_opened_at: guests.now,
        last_opened_at: guests.now,
      })),
    )
    .execute();
  expect(await open(first, link.secret)).not.toBeNull();
  guests.now = new Date(guests.now.getTime() + 1_000);
  await openBrowser().api(routes.enterPassword, { secret: link.secret, password: 'weir mill' });
  expect(await open(first, link.secret)).toBeNull();
});

test('tells the owner who opened it, first and last, to the minute', async () => {
  const link = await addLink();
  const browser = openBrowser();
  expect(link).toMatchObject({ first_opened_at: null, last_opened_at: null, guests: [] });
  const first = guests.now.toISOString();
  await open(browser, link.secret);
  await giveName(browser, link.secret);
  expect(await open(browser, link.secret)).toMatchObject({ guest: { name: 'Isla Reid', role: 'Director' } });
  guests.now = new Date(guests.now.getTime() + 3_600_000);
  await open(browser, link.secret);
  guests.now = new Date(guests.now.getTime() + 1_000);
  await open(browser, link.secret);
  const openings = { first_opened_at: first, last_opened_at: new Date(guests.now.getTime() - 1_000).toISOString() };
  expect(await api(routes.guestLinks, { id })).toMatchObject([
    { ...openings, guests: [{ name: 'Isla Reid', role: 'Director', ...openings }] },
  ]);
});

test('names a guest once in a browser, with one secret for several links', async () => {
  const [director, client] = [await addLink(), await addLink({ name: 'Client' })];
  const browser = openBrowser();
  browser.cookie = 'a'.repeat(43);
  await giveName(browser, director.secret);
  const { cookie } = browser;
  // Not one that somebody else could know.
  expect(cookie).not.toBe('a'.repeat(43));
  await giveName(browser, client.secret);
  await giveName(browser, director.secret, 'Isla Ross');
  expect(browser.cookie).toBe(cookie);
  expect(await api(routes.guestLinks, { id })).toMatchObject([
    { guests: [{ name: 'Isla Ross' }] },
    { guests: [{ name: 'Isla Reid' }] },
  ]);
  await expect(
    browser.api(routes.nameGuest, { secret: director.secret, name: 'Bot', role: 'Bot', verification: 'x' }),
  ).rejects.toMatchObject({ errorType: 'VERIFICATION_FAILED' });
});

test('works to the end of its last day', async () => {
  guests.now = new Date('2026-12-03T23:59:00Z');
  const { secret } = await addLink({ expiresOn: '2026-12-03' });
  const browser = openBrowser();
  expect(await open(browser, secret)).not.toBeNull();
  guests.now = new Date('2026-12-04T00:00:00Z');
  await expect(open(browser, secret)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('says until when guests can answer', async () => {
  const answersUntil = new Date(guests.now.getTime() + 1_000).toISOString();
  const { secret } = await addLink({ answersUntil });
  expect(await open(openBrowser(), secret)).toMatchObject({ can_answer: true, answers_until: answersUntil });
  guests.now = new Date(guests.now.getTime() + 1_000);
  expect(await open(openBrowser(), secret)).toMatchObject({ can_answer: false });
});

test('gives guests a file if the link allows it, without notes', async () => {
  const closed = await addLink();
  for (const route of [exportGuestBoard, exportGuestPhotographs])
    await expect(openBrowser().api(route, { secret: closed.secret })).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  const { secret } = await addLink({ canDownload: true });
  const text = (await exportLines(featureHandlers(boardFeature, services), exportGuestBoard, null, { secret })).join();
  expect(text).toContain('Mill');
  expect(text).not.toMatch(/At dawn|Note/);
});

test.each([
  ['the link is deleted', async (linkId: string) => api(routes.deleteGuestLink, { id, linkId })],
  ['the board is archived', async () => api(boardRoutes.archiveBoard, { id })],
  ['the board is deleted', async () => api(boardRoutes.deleteBoard, { id })],
  [
    'the account is being deleted',
    async () => {
      const account = { userId: scout.id, email: 'x@recce.example', actorId: null, heirId: null, at: guests.now };
      await db.transaction().execute((trx) => deleteBoardsOf(trx, account));
    },
  ],
])('ends for everybody at once when %s', async (_, end) => {
  const link = await addLink();
  const browser = openBrowser();
  await giveName(browser, link.secret);
  await end(link.id);
  await expect(open(browser, link.secret)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await expect(giveName(browser, link.secret)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test('is for the owner of an active board only', async () => {
  const link = await addLink();
  const stranger = boardsApi(db, other);
  const key = { id, linkId: link.id };
  for (const call of [
    () => stranger(routes.guestLinks, { id }),
    () => stranger(routes.createGuestLink, { id, name: 'Client' }),
    () => stranger(routes.updateGuestLink, { ...key, name: 'Client' }),
    () => stranger(routes.deleteGuestLink, key),
  ])
    await expect(call()).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  const second = await api(boardRoutes.createBoard, { title: 'Episode 5' });
  await expect(api(routes.deleteGuestLink, { id: second.id, linkId: link.id })).rejects.toMatchObject({
    errorType: 'NOT_FOUND',
  });
  await api(boardRoutes.archiveBoard, { id });
  await expect(addLink()).rejects.toMatchObject({ errorType: 'CONFLICT' });
  expect(await api(routes.guestLinks, { id })).toMatchObject([{ name: 'Director' }]);
});

test('lets the owner remove a guest, but not those of other boards', async () => {
  const link = await addLink();
  const browser = openBrowser();
  await giveName(browser, link.secret);
  const [listed] = await api(routes.guestLinks, { id });
  const guestId = listed!.guests[0]!.id;
  const second = await api(boardRoutes.createBoard, { title: 'Episode 5' });
  await expect(api(routes.removeGuest, { id: second.id, guestId })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await api(routes.removeGuest, { id, guestId });
  expect(await open(browser, link.secret)).toMatchObject({ guest: null });
});
