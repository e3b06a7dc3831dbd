import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import type { DeletedAccount } from '../../platform/feature/feature.ts';
import { deleteLookBooksOf } from './look-book/commands.server.ts';
import { MAX_SECTIONS } from './schema.ts';

/** Rows that are deleted at once with an account, and in each batch after that. */
const MAX_ROWS = 5_000;
/** Boards at once: each can have many sections. */
const MAX_BOARDS_AT_ONCE = MAX_ROWS / MAX_SECTIONS;

/** Tables with many rows of a board, in the order in which they are deleted. */
const ROWS_OF_BOARDS = ['board_answers', 'board_photographs', 'board_files', 'board_locations'] as const;

/** Deletes the boards of an account that is being deleted, unless there are too many for one transaction. @returns how many rows are left */
export async function deleteBoardsOf(trx: Trx, account: DeletedAccount): Promise<number> {
  const rows = await hideBoards(trx, account);
  if (rows > MAX_ROWS) return rows;
  while ((await deleteHiddenRows(trx, account.userId)) > 0);
  return 0;
}

/**
 * Hides the boards of a user whose account is deleted, and deletes the shares with their email address. Private boards belong to the
 * Locations Team: the heir becomes their owner. Without one, as on the command line, they are deleted too.
 * @returns how many rows {@link deleteHiddenRows} has to delete
 */
async function hideBoards(trx: Trx, { userId, email, heirId, at }: DeletedAccount): Promise<number> {
  if (heirId !== null) {
    await trx
      .updateTable('boards')
      .set({ user_id: heirId })
      .where('user_id', '=', userId)
      .where('private', '=', true)
      .execute();
  }
  await trx.updateTable('boards').set({ deleted_at: at, link: null }).where('user_id', '=', userId).execute();
  await deleteLookBooksOf(trx, userId);
  await trx.deleteFrom('share_mail_log').where('user_id', '=', userId).execute();
  await trx.deleteFrom('board_answer_mails').where('user_id', '=', userId).execute();
  await trx
    .deleteFrom('board_shares')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .execute();
  const counts = ROWS_OF_BOARDS.map(
    (table) => sql`
      (select count(*) from ${sql.table(table)} where board_id = any(array(select id from boards where user_id = ${userId})))`,
  );
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from boards where user_id = ${userId}) + ${sql.join(counts, sql` + `)} as total`.execute(
    trx,
  );
  return Number(rows[0]?.total);
}

/** Deletes answers, recce photographs, files and locations of hidden boards, or such boards that have none any more. @returns how many; 0 when none is left */
export async function deleteHiddenRows(trx: Trx, userId: string): Promise<number> {
  const hidden = sql`array(select id from boards where user_id = ${userId} and deleted_at is not null)`;
  for (const table of ROWS_OF_BOARDS) {
    // oxlint-disable-next-line no-await-in-loop -- the next table only when this one has none left
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where board_id = any(${hidden}) limit ${MAX_ROWS}))`.execute(trx);
    if (numAffectedRows) return Number(numAffectedRows);
  }
  const boards = await sql`
    delete from boards where id = any(array(
      select id from boards where user_id = ${userId} and deleted_at is not null limit ${MAX_BOARDS_AT_ONCE}))`.execute(
    trx,
  );
  return Number(boards.numAffectedRows ?? 0);
}
