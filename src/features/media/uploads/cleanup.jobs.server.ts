import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { addDays, toDay } from '../../../platform/text/days.ts';
import { deleteOrphans } from '../../../platform/storage/orphans.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { getChunksKey } from './chunk-keys.server.ts';

/** Retention of uploads that have stopped, were rejected, or are pictures that no page shows yet. */
const RETENTION_HOURS = 24;

/** Deletes uploads that have not changed for a day, unless they wait for ingestion. */
export async function deleteAbandonedUploads(db: Db): Promise<void> {
  await sql`
    delete from uploads
    where state <> 'CHECKING' and updated_at < now() - make_interval(hours => ${RETENTION_HOURS})`.execute(db);
}

/** Deletes the quotas of days that are over, except of yesterday: the clocks of nodes may differ. */
export async function deleteOldQuotas(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('upload_quotas')
    .where('day', '<', addDays(toDay(now), -1))
    .execute();
}

/** Deletes the chunks of uploads that have ended. */
export function deleteOrphanedChunks(db: Db, storage: Pick<Storage, 'deleteFolder'>): Promise<void> {
  return deleteOrphans(db, {
    table: 'orphaned_uploads',
    isDue: sql`true`,
    deleteFiles: (id) => storage.deleteFolder(getChunksKey(id)),
  });
}
