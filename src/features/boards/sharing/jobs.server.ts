import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { FROM_ONE } from './commands.server.ts';

/** Removes what was noted of mails that count against no limit any more. */
export async function forgetCountedMails(db: Kysely<Database>, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - FROM_ONE.withinMs);
  await db.deleteFrom('share_mail_log').where('queued_at', '<=', since).execute();
}
