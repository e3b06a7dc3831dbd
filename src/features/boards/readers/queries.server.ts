import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { QueryContext } from '../../../platform/http/handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { hashSecret, isWellFormedSecret } from '../../../platform/http/secrets.server.ts';
import { NOT_DELETED, throwBoardNotFound } from '../access.queries.server.ts';
import type { LocationParams } from '../board-locations.queries.server.ts';
import { findBoardForVisitors } from '../sharing/queries.server.ts';
import { SHARE_ENDED } from './messages.ts';
import { readerCookie } from './reader-cookie.ts';
import type { BoardInvitation, SharedBoard } from './schema.ts';

/**
 * Returns the board of a share, with a page of its locations; null if the caller's browser is none of its readers.
 * @throws {ApiError} NOT_FOUND
 */
export async function findBoardForReader(
  db: Db,
  _caller: Actor | null,
  { id, ...params }: { readonly id: string } & LocationParams,
  { cards, ...browser }: Browser & Pick<QueryContext, 'cards'>,
): Promise<SharedBoard | null> {
  const isShared = await isReadBy(db, id, browser);
  return isShared && ((await findBoardForVisitors(db, isShared, params, cards)) ?? null);
}

/** Returns the id of the board of a share that the caller's browser reads. @throws {ApiError} NOT_FOUND */
export async function findReadBoard(db: Db, id: string, browser: Browser): Promise<string> {
  const isShared = (await isReadBy(db, id, browser)) ?? throwBoardNotFound();
  const { rows } = await sql<{ id: string }>`select b.id from boards b where ${isShared}`.execute(db);
  return rows[0]?.id ?? throwBoardNotFound();
}

type Browser = Pick<QueryContext, 'at' | 'siteUrl' | 'getCookie'>;

/** Selects board `b` of a share for its readers; null in a browser that reads none. @throws {ApiError} NOT_FOUND */
async function isReadBy(db: Db, id: string, { at, siteUrl, getCookie }: Browser): Promise<RawBuilder<boolean> | null> {
  await assertShared(db, id);
  const secret = getCookie(readerCookie(siteUrl).name);
  if (!isWellFormedSecret(secret)) return null;
  return sql<boolean>`${NOT_DELETED} and b.id = (
    select s.board_id from board_readers r join board_shares s on s.id = r.share_id
    where r.share_id = ${id} and r.token_hash = ${hashSecret(secret)} and r.expires_at > ${at})`;
}

/**
 * Returns what a link to a board is about; null if it does not work.
 * @throws {ApiError} NOT_FOUND
 */
export async function findInvitation(
  db: Db,
  _caller: Actor | null,
  { id, token }: { readonly id: string; readonly token: string },
  { cards, at }: Pick<QueryContext, 'cards' | 'at'>,
): Promise<BoardInvitation | null> {
  await assertShared(db, id);
  const isInvited = sql<boolean>`${NOT_DELETED} and b.id = (
    select s.board_id from board_invitations i join board_shares s on s.id = i.share_id
    where i.share_id = ${id} and i.token_hash = ${hashSecret(token)} and i.expires_at > ${at})`;
  const board = await findBoardForVisitors(db, isInvited, { page: 1, size: 1 }, cards);
  return board ? { ...board, count: board.locations.total } : null;
}

/** The id of a share is in emails only, so telling that it has ended helps nobody else. */
async function assertShared(db: Db, id: string): Promise<void> {
  const share = await db
    .selectFrom('board_shares as s')
    .innerJoin('boards as b', 'b.id', 's.board_id')
    .select('s.id')
    .where('s.id', '=', id)
    .where(NOT_DELETED)
    .executeTakeFirst();
  if (!share) throw new ApiError('NOT_FOUND', SHARE_ENDED);
}
