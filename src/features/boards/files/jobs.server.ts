import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { deleteOrphans } from '../../../platform/storage/orphans.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { getContentKey } from '../recce-files/storage-keys.server.ts';

/** Deletes contents that no file of a board has. Those of a copy of a board wait until it has none of them. */
export function deleteOrphanedFiles(db: Db, storage: Pick<Storage, 'delete'>): Promise<void> {
  return deleteOrphans(db, {
    table: 'orphaned_board_files',
    isDue: sql`delete_after <= now() and not exists (
      select from board_files where content_id = orphaned_board_files.id)`,
    deleteFiles: (id) => storage.delete(getContentKey(id)),
  });
}
