import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { runInProcess } from '../../../platform/file-processes/run-in-process.ts';
import { ApiError, isApiError } from '../../../platform/http/contract.ts';
import type { JobWorker } from '../../../platform/jobs/job-queue.ts';
import type { SiteConfig } from '../../../platform/settings/config.ts';
import { deleteOrphans, recordOrphan } from '../../../platform/storage/orphans.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { can } from '../../accounts/permissions.ts';
import { findPermittedAccount } from '../../accounts/queries.server.ts';
import { assertVisible } from './access.queries.server.ts';
import { readLookBook } from './contents.queries.server.ts';
import type { LookBookTask } from './document/make-look-book.process.ts';
import { listPhotographs } from './document/look-book.ts';
import { COVER, getResolution } from './document/resolution.ts';
import { type FileSources, fetchFiles } from './files.server.ts';
import { writeLogo } from './logo.server.ts';
import { lookBookQueue } from './look-book-queue.server.ts';
import { LOOK_BOOK_TOO_LARGE } from './messages.ts';
import { AVAILABLE_DAYS, lookBookSettings } from './schema.ts';
import { getLookBookKey } from './storage-keys.server.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';

/** The program of the process that writes or draws look-books. */
export const ENTRY = new URL('./document/make-look-book.process.ts', import.meta.url);
/** Age at which a recorded file that was never stored counts as orphaned: more than a job takes. */
const STORE_TIMEOUT_MS = 3_600_000;
/** How long requests are stored that failed or were deleted: they count for the limit of a day. */
const FINISHED_RETENTION_DAYS = 2;
/** How often progress is saved, and whether somebody has cancelled is read. */
const PROGRESS_MS = 500;
/** The share of the work that is done when the pictures are fetched, in per cent. */
const FETCHED = 30;
/** For 1,000 locations with a photograph each: see `bench:look-books`. */
export const LIMITS = { timeoutMs: 600_000, maxHeapMb: 1_024, maxMemoryMb: 2_048 };

/** The memory of threads that have ended is used again. */
export const PROCESS_ENV = { MALLOC_ARENA_MAX: '2' };

export interface LookBookDeps extends FileSources {
  readonly db: Db;
  readonly storage: Pick<Storage, 'read' | 'putFile'>;
  readonly site: Pick<SiteConfig, 'name'>;
  readonly siteUrl: string;
}

/** Makes the look-books that people have requested. */
export async function startLookBookWorker({
  jobs,
  ...deps
}: LookBookDeps & { readonly jobs: JobWorker }): Promise<void> {
  await jobs.work(lookBookQueue, {
    run: ({ id }, signal) => makeLookBook(deps, { id, at: new Date(), signal }),
    onRetriesExhausted: ({ id }) => failLookBook(deps.db, id),
  });
}

/**
 * Makes a look-book as the person who has requested it sees the board now. Does nothing when it was cancelled. A job that runs again
 * replaces it. @param limits for tests
 */
export async function makeLookBook(
  deps: LookBookDeps,
  { id, at, signal }: { readonly id: string; readonly at: Date; readonly signal: AbortSignal },
  limits = LIMITS,
): Promise<void> {
  const { db, storage } = deps;
  const request = await findRequest(db, id);
  if (!request) return;
  const cancellation = new AbortController();
  const stop = AbortSignal.any([signal, cancellation.signal]);
  let progress = 0;
  const timer = setInterval(() => {
    void saveProgress(db, id, progress).then(
      (isWanted) => isWanted || cancellation.abort(new Error('The look-book was cancelled.')),
      // The database is away: the next time tells.
      () => {},
    );
  }, PROGRESS_MS);
  const folder = await mkdtemp(path.join(tmpdir(), 'look-book-'));
  try {
    const source = await readLookBook(db, request.board_id, request.settings, { ...deps, at, userId: request.user_id });
    const { format, photographsPerPage } = source.book;
    const { rendition } = getResolution(listPhotographs(source.book).length, photographsPerPage);
    const book = await fetchFiles(deps, source, {
      folder,
      width: format === 'ZIP' ? Infinity : rendition,
      coverWidth: format === 'ZIP' ? Infinity : COVER.rendition,
      signal: stop,
      onProgress: (fraction) => (progress = fraction * FETCHED),
    });
    const target = path.join(folder, 'look-book');
    const logo = request.settings.logo ? await writeLogo(db, request.user_id, folder) : null;
    const task: LookBookTask = { book: { ...book, logo }, folder, target };
    await runInProcess(ENTRY, Buffer.from(JSON.stringify(task)), () => new ApiError('INVALID', LOOK_BOOK_TOO_LARGE), {
      ...limits,
      signal: stop,
      env: PROCESS_ENV,
      onProgress: (fraction) => (progress = FETCHED + fraction * (99 - FETCHED)),
    });
    await recordOrphan(db, 'orphaned_look_books', id, new Date(Date.now() + STORE_TIMEOUT_MS));
    await storage.putFile(getLookBookKey(id), target);
    const { size } = await stat(target);
    if (!(await finishLookBook(db, id, { bytes: size, words: source.words })))
      await recordOrphan(db, 'orphaned_look_books', id, new Date());
  } catch (error) {
    if (cancellation.signal.aborted) return;
    // Another attempt would take as much.
    if (!isApiError(error)) throw error;
    await failLookBook(db, id);
  } finally {
    clearInterval(timer);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a request that waits, if who has made it still sees all that was chosen; otherwise it fails. */
async function findRequest(db: Db, id: string) {
  const row = await db
    .selectFrom('look_books')
    .select(['board_id', 'user_id', 'settings'])
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  const account = row && (await findPermittedAccount(db, row.user_id));
  if (!row || !account) return undefined;
  const settings = lookBookSettings.parse(row.settings);
  try {
    if (!can(account, 'board.export')) throw new ApiError('NOT_FOUND', '');
    const caller = { id: row.user_id, verified: true, permissions: account.permissions };
    await assertVisible(db, caller, row.board_id, settings);
  } catch (error) {
    if (!isApiError(error)) throw error;
    await failLookBook(db, id);
    return undefined;
  }
  return { board_id: row.board_id, user_id: row.user_id, settings };
}

/** Whether it is still wanted. */
async function saveProgress(db: Db, id: string, progress: number): Promise<boolean> {
  const updated = await db
    .updateTable('look_books')
    .set({ progress: Math.floor(progress) })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Returns false when the account, the board or the request was deleted meanwhile. */
async function finishLookBook(
  db: Db,
  id: string,
  made: { readonly bytes: number; readonly words: string[] },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const now = new Date();
    const finished = await trx
      .updateTable('look_books')
      .set({
        state: 'READY',
        progress: 100,
        finished_at: now,
        ...made,
        expires_at: new Date(now.getTime() + AVAILABLE_DAYS * DAY_MS),
      })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .executeTakeFirst();
    if (finished.numUpdatedRows === 0n) return false;
    await trx.deleteFrom('orphaned_look_books').where('id', '=', id).execute();
    return true;
  });
}

async function failLookBook(db: Db, id: string): Promise<void> {
  await db
    .updateTable('look_books')
    .set({ state: 'FAILED', finished_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute();
}

/** Deletes look-books whose time is over, with their files. The file of one that was sent is there as long as a guest link has it. */
export async function deleteOldLookBooks(db: Db, storage: Pick<Storage, 'delete'>, now: Date): Promise<void> {
  const finishedBefore = new Date(now.getTime() - FINISHED_RETENTION_DAYS * DAY_MS);
  await db
    .deleteFrom('look_books')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now),
        eb.and([eb('state', 'in', ['FAILED', 'DELETED']), eb('finished_at', '<', finishedBefore)]),
      ]),
    )
    .execute();
  await deleteOrphans(db, {
    table: 'orphaned_look_books',
    isDue: sql`
      (delete_after <= now() or delete_after = 'infinity')
      and not exists (select from sent_look_books where look_book_id = orphaned_look_books.id)`,
    deleteFiles: (id) => storage.delete(getLookBookKey(id)),
  });
}
