import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';

/** Longer than an email takes; a node that crashes leaves the mailbox to another one after this time. */
const LEASE_SECONDS = 300;

/** How far a mailbox is read. */
export interface MailboxState {
  readonly uid_validity: number | null;
  readonly last_uid: number;
  readonly polled_at: Date | null;
}

/** Takes the mailbox for a node; undefined while another one has it. */
export async function takeLease(db: Db, name: string, nodeId: string): Promise<MailboxState | undefined> {
  const { rows } = await sql<MailboxState>`
    insert into inbound_mailboxes as m (name, leased_by, leased_until)
    values (${name}, ${nodeId}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (name) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
      where m.leased_until is null or m.leased_until < now() or m.leased_by = excluded.leased_by
    returning uid_validity, last_uid, polled_at`.execute(db);
  return rows[0];
}

/** Extends the lease and saves how far the mailbox is read. @throws if another node has taken it */
export async function saveProgress(
  db: Db,
  name: string,
  nodeId: string,
  progress: { readonly uid_validity: number; readonly last_uid: number },
): Promise<void> {
  const saved = await db
    .updateTable('inbound_mailboxes')
    .set({ ...progress, leased_until: sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where('name', '=', name)
    .where('leased_by', '=', nodeId)
    .executeTakeFirst();
  if (saved.numUpdatedRows === 0n) throw new Error('another node has taken the mailbox');
}

/** Gives the mailbox back. @param polledAt when all emails were read; undefined after a failure */
export async function endLease(db: Db, name: string, nodeId: string, polledAt: Date | undefined): Promise<void> {
  await db
    .updateTable('inbound_mailboxes')
    .set({ leased_by: null, leased_until: null, ...(polledAt && { polled_at: polledAt }) })
    .where('name', '=', name)
    .where('leased_by', '=', nodeId)
    .execute();
}
