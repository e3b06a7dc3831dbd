import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { QueueMail } from '../../../platform/mail/outbox.ts';
import type { Sender } from '../../../platform/mail/site-mail.ts';
import { NOT_DELETED } from '../access.queries.server.ts';
import { type NewAnswers, toAnswersMail } from './mails.server.ts';
import { MINUTE_MS } from '../../../platform/text/durations.ts';

/** An owner gets one email at most in this time. */
export const MAIL_INTERVAL_MS = 240 * MINUTE_MS;
/** An email waits until no guest has answered for this time, but not longer than the interval. */
export const QUIET_MS = 30 * MINUTE_MS;
/** Owners at once; the others have their turn at the next run. */
const MAX_OWNERS = 500;

/** Emails the owners of boards about answers since the last email, one each. Safe to run in several workers at the same time. */
export async function queueAnswerMails(
  { db, queueMail, ...sender }: { readonly db: Db; readonly queueMail: QueueMail } & Sender,
  now: Date,
): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const { rows: owners } = await sql<{ user_id: string }>`
    select b.user_id from board_answers a join boards b on b.id = a.board_id
      left join board_answer_mails m on m.user_id = b.user_id
    where ${NOT_DELETED} and a.answered_at > coalesce(m.queued_at, '-infinity')
      and coalesce(m.queued_at, '-infinity') <= ${ago(MAIL_INTERVAL_MS)}
    group by b.user_id
    having max(a.answered_at) <= ${ago(QUIET_MS)} or min(a.answered_at) <= ${ago(MAIL_INTERVAL_MS)}
    limit ${MAX_OWNERS}`.execute(db);
  // oxlint-disable-next-line no-await-in-loop -- a transaction for each owner
  for (const { user_id } of owners) await queueMailTo({ db, queueMail, ...sender }, user_id, now);
}

async function queueMailTo(
  { db, queueMail, ...sender }: { readonly db: Db; readonly queueMail: QueueMail } & Sender,
  userId: string,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ email: string; first_name: string; since: Date | null }>`
      select u.email, u.first_name, m.queued_at as since from users u left join board_answer_mails m on m.user_id = u.id
      where u.id = ${userId} and u.enabled_at is not null for update of u`.execute(trx);
    const [owner] = rows;
    // Another worker was faster.
    if (!owner || (owner.since && owner.since.getTime() > now.getTime() - MAIL_INTERVAL_MS)) return;
    const boards = await sql<NewAnswers['boards'][number]>`
      select b.id, b.title, count(*) as answers, array_agg(distinct g.name) as guests
      from boards b join board_answers a on a.board_id = b.id join board_guests g on g.id = a.guest_id
      where b.user_id = ${userId} and ${NOT_DELETED} and a.answered_at > coalesce(${owner.since}::timestamptz, '-infinity')
      group by b.id order by b.title, b.id limit 50`.execute(trx);
    if (boards.rows.length === 0) return;
    await trx
      .insertInto('board_answer_mails')
      .values({ user_id: userId, queued_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ queued_at: now }))
      .execute();
    await queueMail(trx, toAnswersMail({ ...owner, boards: boards.rows }, sender));
  });
}
