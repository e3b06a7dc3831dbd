import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { deleteOrphans } from '../../platform/storage/orphans.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { getDocumentKey } from './files.server.ts';

/** Deletes files without a document. A file that becomes a document at the same time is skipped, since its row is locked. */
export function deleteOrphanedDocuments(db: Db, storage: Pick<Storage, 'delete'>): Promise<void> {
  return deleteOrphans(db, {
    table: 'orphaned_documents',
    isDue: sql`delete_after <= now()`,
    deleteFiles: (id) => storage.delete(getDocumentKey(id)),
  });
}
