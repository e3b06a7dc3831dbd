import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addPublished, boardServices, boardsApi } from '../../../../tests/support/boards.ts';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { PDF } from '../../../../tests/support/enquiries.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { wordDocument } from '../../../../tests/support/word-documents.ts';
import { bindHandlers } from '../../../platform/http/handlers.ts';
import type { FileResponse } from '../../../platform/http/route-handlers.ts';
import { openStorage } from '../../../platform/storage/open-storage.ts';
import { mergeOnBoards } from '../contents/commands.server.ts';
import * as routes from '../contract.ts';
import { deletePhotographsAndFilesOfRemoved } from '../photographs/recce-photographs.commands.server.ts';
import type { BoardFile } from '../recce-files/schema.ts';
import { getContentKey } from '../recce-files/storage-keys.server.ts';
import * as fileRoutes from './contract.ts';
import { fileHandlers } from './handlers.server.ts';
import { deleteOrphanedFiles } from './jobs.server.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-board-files-'));
afterAll(() => rm(dataDir, { recursive: true }));
const storage = await openStorage({ dataDir });
const scout = await addPerson(db, 'SCOUT');
const viewer = await addPerson(db, 'SCOUT', { email: 'viewer@crew.example' });
const other = await addPerson(db, 'SCOUT');
const api = boardsApi(db, scout);
const [mill = '', kirk = ''] = await addPublished(db, ['Mill', 'Kirk'], false);
const handlers = bindHandlers(fileHandlers, { ...boardServices(db), storage });
let id = '';

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  for (const locationId of [mill, kirk]) await api(routes.addLocation, { id, locationId });
});

const call = async (route: (typeof fileRoutes)[keyof typeof fileRoutes], input: object, actor = scout, body?: Buffer) =>
  handlers.find((handler) => handler.route === route)!.handle(input, createCallContext(actor), body);
const add = async (content: Uint8Array = PDF, name = 'C:\\plans\\permit.txt', actor = scout) =>
  (await call(fileRoutes.addFile, { id, locationId: mill, name }, actor, Buffer.from(content))) as BoardFile;
const download = async (fileId: string, actor = scout, boardId = id) => {
  const { name, content } = (await call(fileRoutes.downloadFile, { id: boardId, fileId }, actor)) as FileResponse;
  return { name, bytes: await buffer(content as never) };
};
const list = async (locationId = mill, boardId = id, as = api) =>
  (await as(routes.locationOnBoard, { id: boardId, locationId })).item.files;
test('are downloaded by everybody who sees the notes, with the name of their content, and by nobody else', async () => {
  const file = await add();
  await api(routes.shareBoard, { id, emails: ['viewer@crew.example'] });
  expect(await list(mill, id, boardsApi(db, viewer))).toEqual([{ id: file.id, name: 'permit.txt', bytes: PDF.length }]);
  expect(await download(file.id, viewer)).toEqual({ name: 'permit.txt.pdf', bytes: PDF });
  await expect(download(file.id, other)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await expect(add(PDF, 'a.pdf', viewer)).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
  const { link } = await api(routes.createLink, { id });
  expect(JSON.stringify(await boardsApi(db, null)(routes.boardByLink, { link }))).not.toContain('permit');
  const { id: otherBoard } = await api(routes.createBoard, { title: 'Episode 5' });
  await expect(download(file.id, scout, otherBoard)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
  [
    'a PDF with a script',
    Buffer.from(PDF.toString('latin1').replace('trailer', '4 0 obj <</S /JavaScript>>\ntrailer')),
  ],
])('cannot be %s', async (_what, content) => {
  await expect(add(content)).rejects.toMatchObject({
    errorType: expect.stringMatching(/^(INVALID|UNSUPPORTED_MEDIA)$/),
  });
  expect(await list()).toEqual([]);
});

test('are copied with the board, and their content stays until no board has it', async () => {
  const { id: fileId } = await add(wordDocument(), 'plan.docx');
  const { content_id } = await db.selectFrom('board_files').select('content_id').executeTakeFirstOrThrow();
  const copy = await api(routes.duplicateBoard, { id, title: 'Episode 5' });
  const [copied] = await list(mill, copy.id);
  await call(fileRoutes.deleteFile, { id, fileId });
  await expect(download(fileId)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await deleteOrphanedFiles(db, storage);
  expect((await download(copied!.id, scout, copy.id)).name).toBe('plan.docx');
  await api(routes.deleteBoard, { id: copy.id });
  await deleteOrphanedFiles(db, storage);
  expect(await storage.open(getContentKey(content_id))).toBeFalsy();
});

test('return with a location that is added again within a day, and go to the one that it is merged into', async () => {
  const { id: fileId } = await add();
  await api(routes.removeLocation, { id, locationId: mill });
  await expect(download(fileId)).rejects.toMatchObject({ errorType: 'NOT_FOUND' });
  await deletePhotographsAndFilesOfRemoved(db, new Date());
  await api(routes.addLocation, { id, locationId: mill });
  expect(await list()).toHaveLength(1);
  await db.transaction().execute((trx) => mergeOnBoards(trx, { from: mill, into: kirk, at: new Date() }));
  expect(await list(kirk)).toHaveLength(1);
  await api(routes.removeLocation, { id, locationId: kirk });
  await deletePhotographsAndFilesOfRemoved(db, new Date(Date.now() + 2 * DAY_MS));
  expect(await db.selectFrom('board_files').select('id').execute()).toEqual([]);
});
