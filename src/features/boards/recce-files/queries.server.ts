import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { FILE_UNREADABLE } from '../../../platform/text/common-messages.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type CallContext, FileResponse } from '../../../platform/http/route-handlers.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { type DocumentType, toDownloadName } from '../../documents/schema.ts';
import { NO_FILE } from '../messages.ts';
import type { BoardFile } from './schema.ts';
import { getContentKey } from './storage-keys.server.ts';

/** Selects files as a JSON array, oldest first. @param where a condition on `f` */
export function boardFiles(where: RawBuilder<unknown>): RawBuilder<readonly BoardFile[]> {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes)
      order by f.created_at, f.id), '[]')
    from board_files f where ${where})`;
}

/** Opens a file of a board for download. @throws {ApiError} NOT_FOUND; UNAVAILABLE */
export async function openFile(
  db: Db,
  { boardId, fileId }: { readonly boardId: string; readonly fileId: string },
  { storage, log }: { readonly storage: Pick<Storage, 'open'>; readonly log: CallContext['log'] },
): Promise<FileResponse> {
  const file = await db
    .selectFrom('board_files as f')
    .innerJoin('board_locations as l', (join) =>
      join.onRef('l.board_id', '=', 'f.board_id').onRef('l.location_id', '=', 'f.location_id'),
    )
    .select(['f.name', 'f.content_type', 'f.content_id'])
    .where('f.id', '=', fileId)
    .where('f.board_id', '=', boardId)
    .executeTakeFirst();
  if (!file) throw new ApiError('NOT_FOUND', NO_FILE);
  const stored = await storage.open(getContentKey(file.content_id));
  if (!stored) {
    log.error({ file: fileId }, 'the file of a board is not in the storage');
    throw new ApiError('UNAVAILABLE', FILE_UNREADABLE);
  }
  return new FileResponse(toDownloadName(file.name, file.content_type as DocumentType), stored.stream);
}
