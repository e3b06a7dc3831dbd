import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { deleteOrphans } from '../../../platform/storage/orphans.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { getFileKey } from './storage-keys.server.ts';

/** How long an uploaded file waits for its message. */
const UNSENT_HOURS = 24;

/** Deletes files that were never sent, and those whose message was deleted. */
export async function deleteUnusedFiles(db: Db, storage: Pick<Storage, 'delete'>): Promise<void> {
  await sql`
    delete from enquiry_files
    where message_id is null and created_at < now() - make_interval(hours => ${UNSENT_HOURS})`.execute(db);
  await deleteOrphans(db, {
    table: 'orphaned_enquiry_files',
    isDue: sql`delete_after <= now()`,
    deleteFiles: (id) => storage.delete(getFileKey(id)),
  });
}
