import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { QueueMail } from '../../../platform/mail/outbox.ts';
import type { Sender } from '../../../platform/mail/site-mail.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import { toDay } from '../../../platform/text/days.ts';
import { addEntry } from '../../productions/timeline/commands.server.ts';
import { countChange } from '../changes.commands.server.ts';
import { askContact } from './commands.server.ts';
import { LINK_DAYS, REMINDER_DAYS } from './schema.ts';

/** Surveys at once; the others have their turn at the next run. */
const BATCH_SIZE = 200;
/** Days between two emails at least, also after the worker has not run for long. */
const MIN_GAP_DAYS = 7;

/**
 * Emails the surveys of productions whose wrap has passed, and reminds those who have not answered. Nobody is asked about a production that
 * was lost. Safe to run in several workers at the same time.
 */
export async function sendSurveys(
  { db, ...services }: { readonly db: Db; readonly queueMail: QueueMail } & Sender,
  at: Date,
): Promise<void> {
  const ago = (days: number) => new Date(at.getTime() - days * DAY_MS);
  const reminders = REMINDER_DAYS.map((days, sent) => sql`s.reminders = ${sent} and s.sent_at <= ${ago(days)}`);
  const isDue = sql`
    s.answered_at is null and s.withdrawn_at is null and p.stage <> 'LOST' and case
      when s.sent_at is null then coalesce(p.shoot_to, p.shoot_from) < ${toDay(at)}
      else s.sent_at > ${ago(LINK_DAYS)} and (${sql.join(reminders, sql` or `)}) and not exists (
        select from impact_survey_mails m where m.production_id = p.id and m.created_at > ${ago(MIN_GAP_DAYS)}) end`;
  // Without an address there is nobody to ask.
  const { rows } = await sql<{ id: string }>`
    select p.id from impact_surveys s join productions p on p.id = s.production_id
    join production_contacts pc on pc.production_id = p.id and pc.person_id = s.person_id
    join people c on c.id = s.person_id and c.email is not null
    where ${isDue} order by s.sent_at nulls first, p.id limit ${BATCH_SIZE}`.execute(db);
  for (const { id } of rows)
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('productions').select('id').where('id', '=', id).forUpdate().execute();
      // Another worker may have been faster, or somebody has answered.
      const { rows: due } = await sql<{ sent_at: Date | null }>`
        select s.sent_at from impact_surveys s join productions p on p.id = s.production_id where p.id = ${id} and ${isDue}`.execute(
        trx,
      );
      if (!due[0] || !(await askContact({ ...services, trx, at }, id))) return;
      const isFirst = due[0].sent_at === null;
      // A reminder must not make the page of its reader outdated.
      if (isFirst) await countChange(trx, id);
      const after = isFirst ? 'Asked after the wrap' : 'Reminded';
      const changes = [{ label: 'Survey', before: null, after }];
      await addEntry({ trx, at, actor: null }, id, { kind: 'CHANGED', changes });
    });
}

/** Deletes the links of surveys that have ended. */
export async function deleteOldLinks(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom('impact_survey_mails')
    // They work until the end of their last day.
    .where('created_at', '<', new Date(at.getTime() - (LINK_DAYS + 1) * DAY_MS))
    .execute();
}
