import { sql } from 'kysely';
import { toDay } from '../../platform/text/days.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { DAY_MS } from '../../platform/text/durations.ts';
import { type AuditEntry, recordAudit } from '../audit-log/commands.server.ts';

/** How long after it was closed an enquiry is kept, with its messages, notes and files. */
const RETENTION_DAYS = { CLOSED: 730, SPAM: 30 } as const;

/** An answered enquiry is closed when nothing has happened for so long. */
const SILENCE_DAYS = 90;
/** Enquiries that are closed in one transaction. */
const BATCH_SIZE = 500;

/** How long it is remembered that an email was read. */
const READ_MAILS_DAYS = 90;

/** Deletes enquiries whose retention is over, links that have expired, and the record of emails that were read long ago. */
export async function deleteOldEnquiries(db: Db, now: Date): Promise<void> {
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

/**
 * Closes answered enquiries for which nobody has written, been due or filmed for 90 days. Without it, their retention would begin only
 * when somebody remembers to close them. A reply opens them again.
 */
export async function closeSilentEnquiries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SILENCE_DAYS * DAY_MS);
  for (let closed = BATCH_SIZE; closed === BATCH_SIZE;)
    closed = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string; reference: string }>`
        update enquiries set state = 'CLOSED', closed_at = ${now}, version = version + 1
        where id in (
          select id from enquiries
          where state = 'ANSWERED' and last_message_at < ${before}
            and coalesce(greatest(due_on, filming_from, filming_to) <= ${toDay(before)}, true)
          order by id limit ${BATCH_SIZE} for update skip locked)
        returning id, reference`.execute(trx);
      const entries = rows.map(({ id, reference }): AuditEntry => {
        const details = { enquiry: id, reference, fields: 'state' };
        return { type: 'ENQUIRY_UPDATED', actorId: null, details, at: now };
      });
      if (entries.length > 0) await recordAudit(trx, ...entries);
      return rows.length;
    });
}
