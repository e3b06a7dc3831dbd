import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addPublished, boardServices, boardsApi } from '../../../../tests/support/boards.ts';
import { createCallContext } from '../../../../tests/support/call-context.ts';
import { testDatabase } from '../../../../tests/support/database.ts';
import { addPerson } from '../../../../tests/support/people.ts';
import { photograph } from '../../../../tests/support/photograph.ts';
import { bindHandlers } from '../../../platform/http/handlers.ts';
import type { JobHandler, JobWorker } from '../../../platform/jobs/job-queue.ts';
import { openStorage } from '../../../platform/storage/open-storage.ts';
import { listUnusedPictures } from '../../media/queries.server.ts';
import { startIngestionWorker } from '../../media/uploads/ingestion.jobs.server.ts';
import * as routes from '../contract.ts';
import { mergeOnBoards } from '../contents/commands.server.ts';
import * as photographRoutes from './contract.ts';
import { deletePhotographsAndFilesOfRemoved } from './recce-photographs.commands.server.ts';
import type { ReccePhotograph } from '../recce-photographs/schema.ts';
import { photographUpload } from './upload-handler.server.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-photographs-'));
afterAll(() => rm(dataDir, { recursive: true }));
const storage = await openStorage({ dataDir });
let ingest: ((data: { id: string }) => Promise<void>) | undefined;
const jobs: JobWorker = {
  enqueue: async () => {},
  stop: async () => {},
  work: async (_queue, work: JobHandler<never>) =>
    void (ingest = (data) => work.run(data as never, new AbortController().signal)),
};
await startIngestionWorker({
  db,
  storage,
  jobs,
  log: { info: () => {}, error: () => {} },
  addToLocation: () => Promise.reject(new Error('a photograph of a board is not one of a location')),
});

const scout = await addPerson(db, 'SCOUT');
const viewer = await addPerson(db, 'SCOUT', { email: 'viewer@crew.example' });
const api = boardsApi(db, scout);
const [mill = '', kirk = ''] = await addPublished(db, ['Mill', 'Kirk']);
const [handler] = bindHandlers([photographUpload], { ...boardServices(db), storage, jobs: jobs as never });
let id = '';
let height = 600;

beforeEach(async () => {
  await db.deleteFrom('boards').execute();
  ({ id } = await api(routes.createBoard, { title: 'Episode 4' }));
  for (const locationId of [mill, kirk]) await api(routes.addLocation, { id, locationId });
});

const send = async (content?: Uint8Array, actor = scout) =>
  (await handler!.handle(
    { id, locationId: mill, name: 'lade.jpg' },
    createCallContext(actor),
    Buffer.from(content ?? (await photograph(900, height++))),
  )) as ReccePhotograph;
const ingestAll = async () => {
  const waiting = await db.selectFrom('uploads').select('id').where('state', '=', 'CHECKING').execute();
  for (const upload of waiting) await ingest!(upload);
};
const add = async () => {
  const { id: photographId } = await send();
  await ingestAll();
  return photographId;
};
const list = async (locationId = mill, boardId = id) =>
  (await api(routes.locationOnBoard, { id: boardId, locationId })).item.photographs;
const count = async () => (await db.selectFrom('board_photographs').select('id').execute()).length;

describe('recce photographs of a location on a board', () => {
  test('are shown once the worker has checked them, with their texts, to everybody who sees the notes', async () => {
    const sent = await send();
    expect(sent).toMatchObject({ name: 'lade.jpg', picture: null, problem: null });
    const { version } = await api(routes.boardById, { id });
    await ingestAll();
    const board = await api(routes.boardById, { id });
    expect(board.version).toBeGreaterThan(version);
    const changed = { id, photographId: sent.id, caption: 'The lade', alt: 'Water beside a wall' };
    await api(photographRoutes.updatePhotograph, changed);
    const [shown] = await list();
    expect(shown).toMatchObject({
      id: sent.id,
      problem: null,
      picture: { width: 900, caption: 'The lade', alt: 'Water beside a wall', credit: null },
    });
    expect(await list(kirk)).toEqual([]);
    // They are not photographs of the location.
    expect(board.locations.data[0]!.location?.primaryimage?.sha256).not.toBe(shown!.picture!.sha256);
    expect(await db.selectFrom('images').select('id').where('sha256', '=', shown!.picture!.sha256).execute()).toEqual(
      [],
    );
    await db.deleteFrom('uploads').execute();
    expect(await listUnusedPictures(db, [shown!.picture!.sha256], 1)).toEqual([]);

    await api(routes.shareBoard, { id, emails: ['viewer@crew.example'] });
    const seen = await boardsApi(db, viewer)(routes.boardById, { id });
    expect(seen.locations.data[0]!.photographs).toHaveLength(1);
    const { link } = await api(routes.createLink, { id });
    const visible = JSON.stringify(await boardsApi(db, null)(routes.boardByLink, { link }));
    expect(visible).toContain('Mill');
    for (const word of ['lade', 'Water', shown!.picture!.sha256]) expect(visible).not.toContain(word);
    await expect(send(undefined, viewer)).rejects.toMatchObject({ errorType: 'FORBIDDEN' });
    await expect(boardsApi(db, viewer)(photographRoutes.updatePhotograph, changed)).rejects.toMatchObject({
      errorType: 'FORBIDDEN',
    });
  });

  test('say why a file was rejected, and are deleted with it', async () => {
    await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await ingestAll();
    expect(await list()).toEqual([expect.objectContaining({ picture: null, problem: expect.stringMatching(/\w/) })]);
    await db.deleteFrom('uploads').execute();
    expect(await list()).toEqual([]);
    await expect(send(Buffer.alloc(0))).rejects.toMatchObject({ errorType: 'INVALID' });
    expect(await count()).toBe(0);
  });

  test('return with a location that is added again within a day, and are deleted after it', async () => {
    await add();
    await api(routes.removeLocation, { id, locationId: mill });
    await deletePhotographsAndFilesOfRemoved(db, new Date());
    await api(routes.addLocation, { id, locationId: mill });
    expect(await list()).toHaveLength(1);
    await api(routes.removeLocation, { id, locationId: mill });
    await deletePhotographsAndFilesOfRemoved(db, new Date(Date.now() + 2 * DAY_MS));
    expect(await count()).toBe(0);
  });

  test('are copied with the board, and move when two locations are merged', async () => {
    const photographId = await add();
    const copy = await api(routes.duplicateBoard, { id, title: 'Episode 5' });
    const [copied] = await list(mill, copy.id);
    expect(copied?.id).not.toBe(photographId);
    await api(photographRoutes.deletePhotograph, { id, photographId });
    expect([await list(), await list(mill, copy.id)]).toEqual([[], [copied]]);
    await expect(api(photographRoutes.deletePhotograph, { id, photographId })).rejects.toMatchObject({
      errorType: 'NOT_FOUND',
    });
    await db.transaction().execute((trx) => mergeOnBoards(trx, { from: mill, into: kirk, at: new Date() }));
    expect(await list(kirk, copy.id)).toEqual([copied]);
    await db.deleteFrom('boards').execute();
    expect(await count()).toBe(0);
  });
});
