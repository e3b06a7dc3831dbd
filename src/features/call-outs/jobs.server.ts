import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { addDays, toDay } from '../../platform/text/days.ts';

/** Days after the last day for which owners can still stop the emails by their link. */
const LINK_DAYS = 90;

/** Deletes the secrets of links to call-outs that ended long ago. Answers stay with their production. */
export async function deleteOldLinks(db: Db, at: Date): Promise<void> {
  await sql`
    update call_out_recipients r set token_hash = null from call_outs c
    where c.id = r.call_out_id and r.token_hash is not null and c.last_day < ${addDays(toDay(at), -LINK_DAYS)}`.execute(
    db,
  );
}
