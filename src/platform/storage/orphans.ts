import { type RawBuilder, sql } from 'kysely';
import { mayDeleteFiles } from '../db/locks.ts';
import type { Db, Trx } from '../db/transaction.ts';
import type { Database } from '../db/tables.ts';

/** A table of stored files without references, with the column `id`. */
interface Orphans {
  readonly table: keyof Database;
  /** Whether the files of a row may be deleted now. */
  readonly isDue: RawBuilder<boolean>;
  readonly deleteFiles: (id: string) => Promise<void>;
}

/**
 * Deletes orphaned files, each with its row in one transaction. Rows that are locked are skipped. Files whose deletion fails, and all
 * files during a backup, are deleted by a later run.
 */
export async function deleteOrphans(db: Db, orphans: Orphans): Promise<void> {
  while (await db.transaction().execute((trx) => deleteNext(trx, orphans)));
}

/** Records a file that is about to be stored, or has no row: it is deleted after this time, unless its row has removed the record by then. */
export async function recordOrphan(db: Db, table: keyof Database, id: string, deleteAfter: Date): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (id, delete_after) values (${id}, ${deleteAfter})
    on conflict (id) do update set delete_after = excluded.delete_after`.execute(db);
}

async function deleteNext(trx: Trx, { table, isDue, deleteFiles }: Orphans): Promise<boolean> {
  if (!(await mayDeleteFiles(trx))) return false;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${isDue} limit 1 for update skip locked`.execute(trx);
  const [next] = rows;
  if (!next) return false;
  await deleteFiles(next.id);
  await sql`delete from ${sql.table(table)} where id = ${next.id}`.execute(trx);
  return true;
}
