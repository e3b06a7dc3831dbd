import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/transaction.ts';
import { runInProcess } from '../../../platform/file-processes/run-in-process.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { ActionContext } from '../../../platform/http/handlers.ts';
import { limitConcurrency } from '../../../platform/runtime/limit-concurrency.ts';
import { assertVisible } from './access.queries.server.ts';
import { readLookBook } from './contents.queries.server.ts';
import { PREVIEW_RESOLUTION } from './document/resolution.ts';
import type { LookBookTask } from './document/make-look-book.process.ts';
import { type DrawMap, fetchFiles } from './files.server.ts';
import { ENTRY, PROCESS_ENV } from './jobs.server.ts';
import { writeLogo } from './logo.server.ts';
import { LOOK_BOOK_TOO_LARGE, NOTHING_TO_SHOW, PREVIEW_REPLACED, PREVIEW_WAITING } from './messages.ts';
import type { LookBookPreview, LookBookSettings } from './schema.ts';

declare module '../../../platform/http/handlers.ts' {
  interface Services {
    readonly drawMap: DrawMap;
  }
}

/** One location takes a second and 300 MB. */
const LIMITS = { timeoutMs: 15_000, maxHeapMb: 256, maxMemoryMb: 700 };
/** Longer than a preview takes with its files: a node that was killed does not block others. */
const LEASE_MS = 30_000;

/** The process that draws a preview for an account. */
interface Running {
  readonly controller: AbortController;
  readonly done: Promise<unknown>;
}
const running = new Map<string, Running>();
/** Leaves the other places for processes to uploads. */
const limit = limitConcurrency(1);

/**
 * Draws the first pages of a look-book. Another call of the same account on this node stops it.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; INVALID without a published location; CONFLICT while a look-book is made, or another preview
 */
export async function previewLookBook(
  context: ActionContext<'board.export'>,
  { id, ...settings }: { readonly id: string } & LookBookSettings,
): Promise<LookBookPreview> {
  const { db, actor } = context;
  await assertVisible(db, actor, id, settings);
  const controller = new AbortController();
  const earlier = running.get(actor.id);
  cancelPreview(actor.id);
  const drawn = (async () => {
    await earlier?.done.catch(() => {});
    controller.signal.throwIfAborted();
    // The lease begins when the preview does, not while it waits for others.
    return limit(() => withLease(db, actor.id, () => drawPreview(context, id, settings, controller.signal)));
  })();
  const current = { controller, done: drawn };
  running.set(actor.id, current);
  try {
    return await drawn;
  } finally {
    if (running.get(actor.id) === current) running.delete(actor.id);
  }
}

/** Stops the preview that this node draws for an account. */
export function cancelPreview(userId: string): void {
  running.get(userId)?.controller.abort(new ApiError('CONFLICT', PREVIEW_REPLACED));
}

/** Runs a task unless the account has a preview on another node, or a look-book is made for it. @throws {ApiError} CONFLICT */
async function withLease<Result>(db: Db, userId: string, run: () => Promise<Result>): Promise<Result> {
  const { rows } = await sql<{ expires_at: string }>`
    insert into look_book_previews (user_id, expires_at)
    select ${userId}, now() + make_interval(secs => ${LEASE_MS / 1000})
    where not exists (select from look_books where user_id = ${userId} and state = 'WAITING')
    on conflict (user_id) do update set expires_at = excluded.expires_at where look_book_previews.expires_at < now()
    returning expires_at::text`.execute(db);
  const [lease] = rows;
  if (!lease) throw new ApiError('CONFLICT', PREVIEW_WAITING);
  try {
    return await run();
  } finally {
    // After it has expired, another node may have one.
    await sql`
      delete from look_book_previews
      where user_id = ${userId} and expires_at = ${lease.expires_at}::timestamptz`.execute(db);
  }
}

async function drawPreview(
  context: ActionContext<'board.export'>,
  id: string,
  settings: LookBookSettings,
  signal: AbortSignal,
): Promise<LookBookPreview> {
  signal.throwIfAborted();
  const folder = await mkdtemp(path.join(tmpdir(), 'preview-of-look-book-'));
  try {
    const source = await readLookBook(context.db, id, settings, {
      ...context,
      userId: context.actor.id,
      isPreview: true,
    });
    if (source.book.sections.length === 0) throw new ApiError('INVALID', NOTHING_TO_SHOW);
    const { rendition: width } = PREVIEW_RESOLUTION;
    const book = await fetchFiles(context, source, { folder, width, coverWidth: width, signal });
    const logo = settings.logo ? await writeLogo(context.db, context.actor.id, folder) : null;
    const task: LookBookTask = { book: { ...book, logo }, folder, target: null };
    const onLimit = () => new ApiError('INVALID', LOOK_BOOK_TOO_LARGE);
    const options = { ...LIMITS, signal, env: PROCESS_ENV };
    const pages = await runInProcess(ENTRY, Buffer.from(JSON.stringify(task)), onLimit, options);
    return {
      pages: z
        .array(z.base64())
        .parse(pages)
        .map((page) => `data:image/webp;base64,${page}`),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
