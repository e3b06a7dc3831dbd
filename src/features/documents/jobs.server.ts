import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { documentKey } from './files.server.ts';

/** Removes the files that no document has, one after the other; what fails now is removed the next time. */
export async function removeDocumentFiles(db: Kysely<Database>, storage: Pick<Storage, 'delete'>): Promise<void> {
  while (await db.transaction().execute((trx) => removeNextFile(trx, storage)));
}

/** The note is locked: a file that becomes a document at the same time is left alone, or finds that it is too late. */
async function removeNextFile(trx: Trx, storage: Pick<Storage, 'delete'>): Promise<boolean> {
  const next = await trx
    .selectFrom('orphaned_documents')
    .select('id')
    .where('delete_after', '<=', sql<Date>`now()`)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!next) return false;
  await storage.delete(documentKey(next.id));
  await trx.deleteFrom('orphaned_documents').where('id', '=', next.id).execute();
  return true;
}
