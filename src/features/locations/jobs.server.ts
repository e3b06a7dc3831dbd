import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';

/** Days for which a node may be away and still catch up change by change. */
const CHANGE_RETENTION_DAYS = 7;

/** Removes the changes of the catalogue that every node must have seen long ago: all up to a generation, never one between. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`
    delete from catalogue_changes where version <= (
      select max(version) from catalogue_changes where changed_at < now() - make_interval(days => ${CHANGE_RETENTION_DAYS})
    )`.execute(db);
}
