import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { isWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { assertVisible } from './access.queries.server.ts';
import { lookBookQueue } from './look-book-queue.server.ts';
import { LOOK_BOOK_WAITING, NOTHING_TO_SHOW, NO_LOOK_BOOK, lookBookLimit, tooLargeToSend } from './messages.ts';
import { IS_SENDABLE, type LookBookRow, countContents, lookBookColumns, toLookBook } from './queries.server.ts';
import { type LookBookSettings, type LookBookState, MAX_DAILY_LOOK_BOOKS, MAX_SENT_MB } from './schema.ts';
import { getLookBookKey } from './storage-keys.server.ts';

const DAY_SECONDS = 86_400;

/**
 * Requests a look-book of a board that the caller can see.
 * @throws {ApiError} NOT_FOUND; FORBIDDEN; INVALID without a published location; CONFLICT while another one is made; TOO_MANY_REQUESTS
 */
export async function requestLookBook(
  { trx, actor, at, jobs }: CommandContext & Pick<Services, 'jobs'>,
  { id, ...settings }: { readonly id: string } & LookBookSettings,
): Promise<LookBookState> {
  await lockCaller(trx, actor);
  await assertVisible(trx, actor, id, settings);
  const { locations, refused } = await countContents(trx, id, settings.locationIds);
  if (locations === 0 && !(settings.refused && refused > 0)) throw new ApiError('INVALID', NOTHING_TO_SHOW);
  const since = new Date(at.getTime() - DAY_SECONDS * 1000);
  const allowed = await isWithinLimit(trx, {
    lock: `look-books of ${actor.id}`,
    count: sql`select count(*) from look_books where user_id = ${actor.id} and requested_at > ${since}`,
    max: MAX_DAILY_LOOK_BOOKS,
    adding: 1,
  });
  if (!allowed) throw new ApiError('TOO_MANY_REQUESTS', lookBookLimit(MAX_DAILY_LOOK_BOOKS), undefined, DAY_SECONDS);
  const { rows } = await sql<LookBookRow>`
    insert into look_books (board_id, user_id, settings, requested_at)
    values (${id}, ${actor.id}, ${JSON.stringify(settings)}, ${at})
    on conflict (user_id) where state = 'WAITING' do nothing returning ${lookBookColumns}`.execute(trx);
  const [added] = rows;
  if (!added) throw new ApiError('CONFLICT', LOOK_BOOK_WAITING);
  await jobs.enqueue(trx, lookBookQueue, { id: added.id });
  await recordAudit(trx, {
    type: 'LOOK_BOOK_MADE',
    actorId: actor.id,
    boardId: id,
    details: { format: settings.format },
    at,
  });
  return toLookBook(added);
}

/** Deletes a look-book of the caller. A trigger records its file, which the worker deletes; a job that makes it stops within seconds. */
export async function deleteLookBook(
  { trx, actor, at }: CommandContext,
  { id }: { readonly id: string },
): Promise<void> {
  const deleted = await trx
    .updateTable('look_books')
    .set({ state: 'DELETED', finished_at: at, bytes: null, expires_at: null })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .where('state', '<>', 'DELETED')
    .executeTakeFirst();
  if (deleted.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND', NO_LOOK_BOOK);
}

/**
 * Lets the guests of a link download a look-book, in place of an earlier one: a PDF that the caller has made of its board. Returns its title.
 * @throws {ApiError} NOT_FOUND unless the caller can download it now; INVALID if it is too large
 */
export async function sendLookBook(
  { trx, actor, at, storage }: CommandContext & Pick<Services, 'storage'>,
  { id, boardId, linkId }: { readonly id: string; readonly boardId: string; readonly linkId: string },
): Promise<string> {
  const { rows } = await sql<{ title: string; bytes: number }>`
    insert into sent_look_books (link_id, look_book_id, title, bytes, words)
    select ${linkId}, id, settings->>'title', bytes, words from look_books
    where id = ${id} and board_id = ${boardId} and user_id = ${actor.id} and expires_at > ${at} and ${IS_SENDABLE} for share
    on conflict (link_id) do update
    set look_book_id = excluded.look_book_id, title = excluded.title, bytes = excluded.bytes, words = excluded.words
    returning title, bytes`.execute(trx);
  // A restored site has the rows of look-books that were not sent, without their files.
  if (!rows[0] || !(await storage.exists(getLookBookKey(id)))) throw new ApiError('NOT_FOUND', NO_LOOK_BOOK);
  if (rows[0].bytes > MAX_SENT_MB * 1024 ** 2) throw new ApiError('INVALID', tooLargeToSend(MAX_SENT_MB));
  return rows[0].title;
}

/** Deletes the look-books of an account that is being deleted. */
export async function deleteLookBooksOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('look_books').where('user_id', '=', userId).execute();
}
