import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/transaction.ts';

/** Days that a node may be offline and still catch up without a full reload. */
const CHANGE_RETENTION_DAYS = 7;

/** Deletes changes of the catalogue that are older than the retention time: all up to a version, without gaps. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`
    delete from catalogue_changes where version <= (
      select max(version) from catalogue_changes where changed_at < now() - make_interval(days => ${CHANGE_RETENTION_DAYS})
    )`.execute(db);
}
