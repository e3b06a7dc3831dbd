import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import type { QueueMail } from '../../platform/mail/outbox.ts';
import type { Sender } from '../../platform/mail/site-mail.ts';
import { addDays, toDay } from '../../platform/text/days.ts';
import { MINUTE_MS } from '../../platform/text/durations.ts';
import { findAssigneeEmail } from '../productions/access.queries.server.ts';
import { type NewAnswers, answersMail } from './mails.server.ts';

/** The office gets one email at most about a call-out in this time. */
export const MAIL_INTERVAL_MS = 240 * MINUTE_MS;
/** An email waits until nobody has answered for this time, but not longer than the interval. */
export const QUIET_MS = 30 * MINUTE_MS;
/** Days after the last day of a call-out within which its last answers are emailed. */
const DAYS_AFTER_END = 2;
/** Call-outs at once; the others have their turn at the next run. */
const MAX_CALL_OUTS = 500;

type Deps = { readonly db: Db; readonly queueMail: QueueMail } & Sender;

/**
 * Emails the answers to call-outs since the last email to who has the production, else to the team. Safe to run in several workers at the
 * same time.
 */
export async function queueCallOutAnswerMails(deps: Deps, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const { rows: callOuts } = await sql<{ id: string }>`
    select c.id from call_outs c join call_out_recipients r on r.call_out_id = c.id join call_out_answers a on a.recipient_id = r.id
    where c.last_day >= ${addDays(toDay(now), -DAYS_AFTER_END)}
      and a.answered_at > coalesce(c.answers_mailed_at, '-infinity')
      and coalesce(c.answers_mailed_at, '-infinity') <= ${ago(MAIL_INTERVAL_MS)}
    group by c.id
    having max(a.answered_at) <= ${ago(QUIET_MS)} or min(a.answered_at) <= ${ago(MAIL_INTERVAL_MS)}
    limit ${MAX_CALL_OUTS}`.execute(deps.db);
  for (const { id } of callOuts) await queueMailAbout(deps, id, now);
}

async function queueMailAbout({ db, queueMail, ...sender }: Deps, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const callOut = await trx
      .selectFrom('call_outs')
      .select('answers_mailed_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const since = callOut?.answers_mailed_at ?? null;
    // Another worker was faster.
    if (!callOut || (since && since.getTime() > now.getTime() - MAIL_INTERVAL_MS)) return;
    const { rows } = await sql<NewAnswers>`
      select p.id, p.reference, count(*) filter (where a.answer = 'YES' and a.title is null) as yes,
        count(*) filter (where a.answer = 'NO') as no, count(*) filter (where a.title is not null) as suggested
      from call_outs c join productions p on p.id = c.production_id join call_out_recipients r on r.call_out_id = c.id
        join call_out_answers a on a.recipient_id = r.id
      where c.id = ${id} and a.answered_at > coalesce(${since}::timestamptz, '-infinity') group by p.id`.execute(trx);
    const [answers] = rows;
    if (!answers) return;
    await trx.updateTable('call_outs').set({ answers_mailed_at: now }).where('id', '=', id).execute();
    const recipient = (await findAssigneeEmail(trx, answers.id)) ?? sender.site.mailbox;
    await queueMail(trx, answersMail(answers, recipient, sender));
  });
}
