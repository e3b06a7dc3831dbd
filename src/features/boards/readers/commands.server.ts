import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { QueryContext } from '../../../platform/http/handlers.ts';
import { type ShareMailContext, getSharedBoard, mailShare } from '../sharing/commands.server.ts';
import { redeemInvitation } from '../sharing/invitations.commands.server.ts';
import { identifyBrowser } from './browser.commands.server.ts';
import { SHARE_ENDED, TOO_MANY_LINKS } from './messages.ts';
import { MAX_READERS, READER_DAYS } from './schema.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';

/**
 * Uses the link of an email about a share, which proves that its reader has the address: the caller's browser can read the board.
 * @throws {ApiError} NOT_FOUND
 */
export async function confirmReader(
  context: { trx: Trx } & Pick<QueryContext, 'at' | 'siteUrl' | 'getCookie' | 'setCookie'>,
  { id, token }: { id: string; token: string },
): Promise<Record<string, never>> {
  const { trx, at } = context;
  await redeemInvitation(trx, id, token, at);
  const token_hash = await identifyBrowser(trx, context);
  const expires_at = new Date(at.getTime() + READER_DAYS * DAY_MS);
  await trx
    .insertInto('board_readers')
    .values({ share_id: id, token_hash, expires_at })
    .onConflict((conflict) => conflict.columns(['share_id', 'token_hash']).doUpdateSet({ expires_at }))
    .execute();
  await sql`
    delete from board_readers where share_id = ${id} and token_hash not in (
      select token_hash from board_readers where share_id = ${id} order by expires_at desc limit ${MAX_READERS})`.execute(
    trx,
  );
  return {};
}

/**
 * Sends a new link to the address of a share.
 * @throws {ApiError} NOT_FOUND; TOO_MANY_REQUESTS
 */
export async function sendInvitation(context: ShareMailContext, { id }: { id: string }): Promise<void> {
  const share = await context.trx
    .selectFrom('board_shares as s')
    .innerJoin('boards as b', 'b.id', 's.board_id')
    .select(['s.id', 's.email', 's.may_edit', 's.board_id', 'b.user_id'])
    .where('s.id', '=', id)
    .where('b.deleted_at', 'is', null)
    .forUpdate('s')
    .executeTakeFirst();
  if (!share) throw new ApiError('NOT_FOUND', SHARE_ENDED);
  const board = await getSharedBoard(context, share.board_id, share.user_id);
  if (!(await mailShare(context, board, share))) throw new ApiError('TOO_MANY_REQUESTS', TOO_MANY_LINKS);
}

/** Deletes links and readers that have expired. */
export async function deleteExpiredReaders(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('board_invitations').where('expires_at', '<=', now).execute();
  await db.deleteFrom('board_readers').where('expires_at', '<=', now).execute();
}
