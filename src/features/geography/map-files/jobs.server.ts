import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { deleteOrphans } from '../../../platform/storage/orphans.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { getMapFileKey } from './queries.server.ts';

/** Deletes files that were replaced more than ten minutes ago, when no node reads them any more, and copies interrupted a day ago. */
export function deleteUnusedMapFiles(db: Db, storage: Pick<Storage, 'delete'>): Promise<void> {
  return deleteOrphans(db, {
    table: 'map_files',
    isDue: sql`replaced_at < now() - interval '10 minutes'
      or installed_at is null and created_at < now() - interval '1 day'`,
    deleteFiles: (id) => storage.delete(getMapFileKey(id)),
  });
}
