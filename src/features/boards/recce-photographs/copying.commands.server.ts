import { sql } from 'kysely';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { boardPhotographLimit, accountBytesLimit } from '../messages.ts';
import { MAX_BOARD_PHOTOGRAPHS, MAX_ACCOUNT_BYTES } from './schema.ts';

/** Counts the recce photographs of a board and their bytes on all boards of its owner, after some were added. @throws {ApiError} CONFLICT */
export async function assertWithinPhotographLimits(
  trx: Trx,
  { boardId, ownerId }: { readonly boardId: string; readonly ownerId: string },
): Promise<void> {
  await assertWithinLimit(trx, {
    lock: `photographs of ${boardId}`,
    count: sql`select count(*) from board_photographs where board_id = ${boardId}`,
    max: MAX_BOARD_PHOTOGRAPHS,
    message: boardPhotographLimit,
  });
  await assertWithinAccountBytes(trx, ownerId);
}

/** Counts the bytes of recce photographs and files on all boards of an account, after some were added. @throws {ApiError} CONFLICT */
export async function assertWithinAccountBytes(trx: Trx, ownerId: string): Promise<void> {
  const boards = sql`any(array(select id from boards where user_id = ${ownerId}))`;
  await assertWithinLimit(trx, {
    lock: `photograph bytes of ${ownerId}`,
    count: sql`
      select (select coalesce(sum(bytes), 0) from board_photographs where board_id = ${boards})
        + (select coalesce(sum(bytes), 0) from board_files where board_id = ${boards})`,
    max: MAX_ACCOUNT_BYTES,
    message: accountBytesLimit,
  });
}

/** Copies the photographs and files of a locked board to a copy of it. @throws {ApiError} CONFLICT when they would take too much space */
export async function copyPhotographsAndFiles(
  trx: Trx,
  { from, to, ownerId }: { readonly from: string; readonly to: string; readonly ownerId: string },
): Promise<void> {
  await sql`
    insert into board_location_images (board_id, location_id, image_id, position)
    select ${to}, location_id, image_id, position from board_location_images where board_id = ${from}`.execute(trx);
  await sql`
    insert into board_photographs (board_id, location_id, sha256, name, bytes, caption, alt, created_at)
    select ${to}, location_id, sha256, name, bytes, caption, alt, created_at
    from board_photographs join board_locations using (board_id, location_id)
    where board_id = ${from} and sha256 is not null`.execute(trx);
  await sql`
    insert into board_files (board_id, location_id, content_id, name, content_type, bytes, created_at)
    select ${to}, location_id, content_id, name, content_type, bytes, created_at
    from board_files join board_locations using (board_id, location_id) where board_id = ${from}`.execute(trx);
  await assertWithinPhotographLimits(trx, { boardId: to, ownerId });
}
