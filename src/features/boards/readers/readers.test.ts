import { beforeEach, expect, test } from 'vitest';
import { addPublished, boardServices, boardsApi } from '../../../../tests/support/boards.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { featureApi } from '../../../../tests/support/services.ts';
import * as routes from '../contract.ts';
import { boardFeature } from '../feature.ts';
import { deleteExpiredReaders } from './commands.server.ts';
import { boardForReader, confirmReader, invitationToBoard, sendInvitation } from './contract.ts';
import { issueInvitation } from '../sharing/invitations.commands.server.ts';
import { INVITATION_DAYS } from '../schema.ts';
import { MAX_READERS, READER_DAYS } from './schema.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';

const EMAIL = 'isla@northlight.example';

const { kysely: db } = await testDatabase();
const scout = await addPerson(db, 'SCOUT', { first_name: 'Catriona', last_name: 'Muirsurname' });
const [mill = ''] = await addPublished(db, ['Mill']);
const api = boardsApi(db, scout);
let at = new Date();
let id = '';
let shareId = '';

/** Returns the API as a browser without an account calls it, with its cookie. */
function openBrowser() {
  const browser = { cookie: undefined as string | undefined };
  const call = {
    getCookie: () => browser.cookie,
    setCookie: (_name: string, value: string) => void (browser.cookie = value),
  };
  return Object.assign(browser, { api: featureApi(boardFeature, { ...boardServices(db), now: () => at }, null, call) });
}

/** Returns the secret of the link in the latest email, as when it is sent. */
async function receiveLink(): Promise<string> {
  const mail = await db
    .selectFrom('outbox')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return (await issueInvitation(db, mail.id, at)) ?? 'withdrawn';
}

const read = async ({ api: asReader }: ReturnType<typeof openBrowser>, share = shareId) =>
  (await asReader(boardForReader, { id: share })).board;

beforeEach(async () => {
  at = new Date();
  await db.deleteFrom('boards').execute();
  await db.deleteFrom('outbox').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  await api(routes.addLocation, { id, locationId: mill, note: 'At dawn' });
  [{ id: shareId } = { id: '' }] = await api(routes.shareBoard, { id, emails: [EMAIL] });
});

test('opens a shared board once its link was used, in this browser and without an account', async () => {
  const token = await receiveLink();
  const [browser, other] = [openBrowser(), openBrowser()];
  expect(await read(browser)).toBeNull();
  const { invitation } = await browser.api(invitationToBoard, { id: shareId, token });
  expect(invitation).toMatchObject({ title: 'Episode 4', owner_name: 'Catriona', count: 1 });
  expect(invitation?.primaryimage).not.toBeNull();
  // Saying what the link is about does not use it: email scanners open links.
  expect(await read(browser)).toBeNull();
  await browser.api(confirmReader, { id: shareId, token });
  const board = await read(browser);
  expect(board).toMatchObject({ title: 'Episode 4', locations: { data: [{ id: mill, note: 'At dawn' }] } });
  expect(JSON.stringify(board)).not.toMatch(/Muirsurname|@/);
  // Somebody whom the email is forwarded to cannot use the link again, nor the address of the page.
  expect(await other.api(invitationToBoard, { id: shareId, token })).toEqual({ invitation: null });
  await expect(other.api(confirmReader, { id: shareId, token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await read(other)).toBeNull();
});

test('sends a new link to the address only, and five emails a day at most', async () => {
  const first = await receiveLink();
  const browser = openBrowser();
  await browser.api(sendInvitation, { id: shareId });
  const mails = await db.selectFrom('outbox').select(['recipient', 'kind']).execute();
  expect(mails).toEqual([
    { recipient: EMAIL, kind: 'board-shared' },
    { recipient: EMAIL, kind: 'board-shared' },
  ]);
  const second = await receiveLink();
  await expect(browser.api(confirmReader, { id: shareId, token: first })).rejects.toThrow('This link was already used');
  await browser.api(confirmReader, { id: shareId, token: second });
  expect(await read(browser)).not.toBeNull();
  for (let n = 0; n < 3; n++) await browser.api(sendInvitation, { id: shareId });
  await expect(browser.api(sendInvitation, { id: shareId })).rejects.toMatchObject({ errorType: 'TOO_MANY_REQUESTS' });
});

test('opens several boards in one browser, each by a link of its own', async () => {
  const browser = openBrowser();
  await browser.api(confirmReader, { id: shareId, token: await receiveLink() });
  const { cookie } = browser;
  const next = await api(routes.createBoard, { title: 'Episode 5' });
  const [{ id: nextShare } = { id: '' }] = await api(routes.shareBoard, { id: next.id, emails: [EMAIL] });
  expect(await read(browser, nextShare)).toBeNull();
  const token = await receiveLink();
  await expect(browser.api(confirmReader, { id: shareId, token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await browser.api(confirmReader, { id: nextShare, token });
  expect(browser.cookie).toBe(cookie);
  expect(await read(browser)).toMatchObject({ title: 'Episode 4' });
  expect(await read(browser, nextShare)).toMatchObject({ title: 'Episode 5' });
});

test('does not take over a secret that it has not set', async () => {
  const browser = openBrowser();
  browser.cookie = 'a'.repeat(43);
  await browser.api(confirmReader, { id: shareId, token: await receiveLink() });
  expect(browser.cookie).not.toBe('a'.repeat(43));
});

test.each([
  ['the share is removed', () => api(routes.removeShare, { id, shareId })],
  ['the board is deleted', () => api(routes.deleteBoard, { id })],
])('ends when %s', async (_, end) => {
  const browser = openBrowser();
  await browser.api(confirmReader, { id: shareId, token: await receiveLink() });
  await browser.api(sendInvitation, { id: shareId });
  const token = await receiveLink();
  await end();
  await expect(read(browser)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await expect(browser.api(confirmReader, { id: shareId, token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await expect(browser.api(sendInvitation, { id: shareId })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await receiveLink()).toBe('withdrawn');
});

test('shows an archived board, as to everybody who could read it', async () => {
  const browser = openBrowser();
  await browser.api(confirmReader, { id: shareId, token: await receiveLink() });
  await api(routes.archiveBoard, { id });
  expect(await read(browser)).toMatchObject({ title: 'Episode 4' });
});

test('expires, and then asks for the address again', async () => {
  const browser = openBrowser();
  const token = await receiveLink();
  const confirmedAt = at;
  at = new Date(confirmedAt.getTime() + INVITATION_DAYS * DAY_MS);
  await expect(browser.api(confirmReader, { id: shareId, token })).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await browser.api(sendInvitation, { id: shareId });
  await browser.api(confirmReader, { id: shareId, token: await receiveLink() });
  at = new Date(at.getTime() + READER_DAYS * DAY_MS - 1);
  expect(await read(browser)).not.toBeNull();
  at = new Date(at.getTime() + 1);
  expect(await read(browser)).toBeNull();
  await deleteExpiredReaders(db, at);
  expect(await db.selectFrom('board_readers').selectAll().execute()).toEqual([]);
});

test('is limited to some browsers: a further one replaces the oldest', async () => {
  const browsers = Array.from({ length: MAX_READERS + 1 }, openBrowser);
  for (const browser of browsers) {
    await db.deleteFrom('outbox').execute();
    await browser.api(sendInvitation, { id: shareId });
    await browser.api(confirmReader, { id: shareId, token: await receiveLink() });
    at = new Date(at.getTime() + 1_000);
  }
  expect(await read(browsers[0]!)).toBeNull();
  for (const browser of browsers.slice(1)) expect(await read(browser)).not.toBeNull();
});

test('is not needed with an account, whose email leads to the board itself', async () => {
  await addPerson(db, 'SCOUT', { email: EMAIL.toUpperCase() });
  await openBrowser().api(sendInvitation, { id: shareId });
  const mail = await db
    .selectFrom('outbox')
    .select(['text', 'has_link'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(mail).toMatchObject({ text: expect.stringContaining(`https://recce.example/boards/${id}`), has_link: false });
});
