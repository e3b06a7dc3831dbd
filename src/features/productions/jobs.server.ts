import type { Db } from '../../platform/db/transaction.ts';
import { DAY_MS } from '../../platform/text/durations.ts';

/**
 * How long a production stays after it was completed or lost: the six years in which claims about an agreement or public money can be
 * made, and in which a next series usually begins.
 */
const RETENTION_DAYS = 6 * 365;

/** Deletes productions that ended long ago, with their contacts, locations and timelines. */
export async function deleteOldProductions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('productions')
    .where('ended_at', '<', new Date(now.getTime() - RETENTION_DAYS * DAY_MS))
    .execute();
}
