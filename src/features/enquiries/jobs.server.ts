import type { Db } from '../../platform/db/transaction.ts';

const DAY_MS = 86_400_000;
/** How long after it was closed an enquiry is kept, with its messages, notes and files. */
const RETENTION_DAYS = { CLOSED: 730, SPAM: 30 } as const;

/** How long it is remembered that a mail was read. */
const READ_MAILS_DAYS = 90;

/** Deletes enquiries whose retention is over, links that have expired, and the record of mails that were read long ago. */
export async function deleteOldEnquiries(db: Db, now = new Date()): Promise<void> {
  for (const [state, days] of Object.entries(RETENTION_DAYS)) {
    await db
      .deleteFrom('enquiries')
      .where('state', '=', state as keyof typeof RETENTION_DAYS)
      .where('closed_at', '<', new Date(now.getTime() - days * DAY_MS))
      .execute();
  }
  await db.deleteFrom('enquiry_links').where('expires_at', '<=', now).execute();
  const readBefore = new Date(now.getTime() - READ_MAILS_DAYS * DAY_MS);
  await db.deleteFrom('inbound_mails').where('processed_at', '<', readBefore).execute();
}
