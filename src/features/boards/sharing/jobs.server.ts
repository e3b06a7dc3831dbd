import type { Db } from '../../../platform/db/transaction.ts';
import { PER_SENDER } from './commands.server.ts';

/** Deletes log entries that no longer count towards the limit of emails. */
export async function deleteOldShareMails(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - PER_SENDER.withinMs);
  await db.deleteFrom('share_mail_log').where('queued_at', '<=', since).execute();
}
