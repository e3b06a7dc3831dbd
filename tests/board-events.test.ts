import { afterEach, expect, inject, test } from 'vitest';
import * as routes from '../src/features/boards/contract.ts';
import { testDatabase } from './support/database.ts';
import { readEvents } from './support/event-streams.ts';
import { type SignedIn, addSignedInPerson, signInAs } from './support/people.ts';
import { startSite } from './support/site.ts';

const database = await testDatabase(inject('demo').template);
const [site, otherNode] = [await startSite({ database }), await startSite({ database })];
const owner = await addSignedInPerson(site, 'SCOUT');
const editor = await addSignedInPerson(site, 'SCOUT');
const editorOnOtherNode = await signInAs(otherNode, editor.person);
const { email } = editor.person;

const open = new Set<AsyncGenerator<string>>();
afterEach(async () => {
  for (const events of open) await events.return(undefined);
  open.clear();
});

async function watch({ fetch }: SignedIn, id: string) {
  const response = await fetch(`/api/boards/${id}/events`);
  const events = readEvents(response);
  open.add(events);
  return { response, next: () => events.next() };
}

async function addSharedBoard() {
  const { id } = await owner.api(routes.createBoard, { title: 'Episode 4' });
  const [share] = await owner.api(routes.shareBoard, { id, emails: [email], editors: [email] });
  return { id, share: share! };
}

const toEvent = (version: number) => ({ done: false, value: JSON.stringify({ version }) });

test('sends the version of a board now and after each change, on every node, within two seconds', async () => {
  const { id } = await addSharedBoard();
  const { version } = await editor.api(routes.boardById, { id });
  const streams = [await watch(owner, id), await watch(editor, id), await watch(editorOnOtherNode, id)];
  expect(streams[0]!.response.headers.get('x-accel-buffering')).toBe('no');
  for (const { next } of streams) expect(await next()).toEqual(toEvent(version));
  const delays: number[] = [];
  for (let n = 1; n <= 5; n++) {
    const start = performance.now();
    await editor.api(routes.updateBoard, { id, title: `Episode ${4 + n}` });
    for (const { next } of streams) expect(await next()).toEqual(toEvent(version + n));
    delays.push(performance.now() - start);
  }
  expect(Math.min(...delays)).toBeLessThan(2_000);
  expect((await owner.api(routes.boardById, { id })).version).toBe(version + 5);
});

test('tells a client that reconnects of what it has missed', async () => {
  const { id } = await addSharedBoard();
  const first = await watch(editor, id);
  const { value } = await first.next();
  await first.response.body?.cancel().catch(() => undefined);
  await owner.api(routes.updateBoard, { id, title: 'Episode 5' });
  const again = await watch(editor, id);
  expect(JSON.parse((await again.next()).value!)).toEqual({ version: JSON.parse(value!).version + 1 });
});

test('says when what the caller may do has changed, and ends when they may no longer see the board', async () => {
  const { id, share } = await addSharedBoard();
  const watched = await watch(editor, id);
  const { version } = await editor.api(routes.boardById, { id });
  expect(await watched.next()).toEqual(toEvent(version));
  await owner.api(routes.updateShare, { id, shareId: share.id, mayEdit: false });
  expect(await watched.next()).toEqual(toEvent(version + 1));
  await owner.api(routes.removeShare, { id, shareId: share.id });
  expect(await watched.next()).toMatchObject({ done: true });
  expect((await watch(editor, id)).response.status).toBe(404);
  const own = await watch(owner, id);
  expect(await own.next()).toEqual(toEvent(version + 1));
  await owner.api(routes.deleteBoard, { id });
  expect(await own.next()).toMatchObject({ done: true });
});

test('opens 20 streams for an account, and another one when one has ended', async () => {
  const { id } = await addSharedBoard();
  const streams = await Promise.all(Array.from({ length: 20 }, () => watch(editor, id)));
  for (const { next } of streams) await next();
  const rejected = await editor.fetch(`/api/boards/${id}/events`);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '30']);
  const [first] = open;
  await first!.return(undefined);
  await expect.poll(async () => (await watch(editor, id)).response.status).toBe(200);
});

test('ends when the node stops, so that its client continues on another one', async () => {
  const { id } = await addSharedBoard();
  const watched = await watch(editorOnOtherNode, id);
  await watched.next();
  otherNode.app.drain();
  expect(await watched.next()).toMatchObject({ done: true });
  expect((await watch(editorOnOtherNode, id)).response.status).toBe(503);
});
