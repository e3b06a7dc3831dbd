import { sql } from 'kysely';
import type { Trx } from '../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import type { Mail } from '../../platform/mail/outbox.ts';
import { DAY_MS } from '../../platform/text/durations.ts';
import type { MailServices } from '../enquiries/cases/commands.server.ts';
import type { ContactChoice } from './contacts/queries.server.ts';
import { type Visit, mayBeInCalendar, ownerAnswerMail, partyCancellationMail } from './mails.server.ts';
import { mailLimit } from './messages.ts';
import { type Answer, MAX_DAILY_MAILS, type StopState } from './schema.ts';

/** The context of changes that send emails. */
export type Context = CommandContext & MailServices;

export interface StopRecord {
  readonly id: string;
  readonly location_id: string | null;
  readonly title: string;
  readonly slot_from: string;
  readonly slot_to: string;
  readonly state: StopState;
  readonly version: number;
  readonly contact_name: string | null;
  readonly contact_email: string | null;
  /** Whom the office has chosen; see {@link ContactChoice}. */
  readonly contact_choice: ContactChoice['contact_choice'];
  readonly contact_id: string | null;
}

/** The stops of a viewing by their times. */
export async function listStops(trx: Trx, viewingId: string): Promise<StopRecord[]> {
  return trx
    .selectFrom('viewing_stops')
    .select(['id', 'location_id', 'title', 'slot_from', 'slot_to', 'state', 'version', 'contact_name', 'contact_email'])
    .select(['contact_choice', 'contact_id'])
    .where('viewing_id', '=', viewingId)
    .orderBy('slot_from')
    .orderBy('id')
    .execute();
}

/** @throws {ApiError} CONFLICT when a production would send too many emails in a day */
export async function assertMailLimit({ trx, at }: Context, productionId: string, adding: number): Promise<void> {
  await assertWithinLimit(trx, {
    lock: `viewing mails of ${productionId}`,
    count: sql`
      select count(*) from viewing_mails m join viewings v on v.id = m.viewing_id
      where v.production_id = ${productionId} and m.created_at > ${new Date(at.getTime() - DAY_MS)}`,
    adding,
    max: MAX_DAILY_MAILS,
    message: mailLimit,
  });
}

/** Confirms the answer of an owner by email, if they have an address, and need it. @param stop as it was before the answer */
export async function confirmAnswer(
  context: Pick<Context, keyof MailServices | 'trx' | 'at'>,
  visit: Visit,
  stop: Omit<StopRecord, 'location_id'>,
  answer: Answer,
): Promise<void> {
  const { contact_name: name, contact_email: email } = stop;
  if (email === null || stop.state === answer || (answer === 'DECLINED' && !mayBeInCalendar(stop))) return;
  const recipient = { name: name ?? email, email };
  await queueOwnerMail(context, visit, stop, ownerAnswerMail(visit, { ...stop, answer }, recipient, context));
}

/** Queues an email to the owner of a stop, which counts for the limit of a day. */
export async function queueOwnerMail(
  { trx, at, queueMail }: Pick<Context, 'queueMail' | 'trx' | 'at'>,
  { id: viewing_id }: Pick<Visit, 'id'>,
  { id: stop_id }: Pick<StopRecord, 'id'>,
  mail: Mail,
): Promise<void> {
  const mail_id = await queueMail(trx, mail);
  await trx.insertInto('viewing_mails').values({ mail_id, viewing_id, stop_id, created_at: at }).execute();
}

/** People who were sent an itinerary, with their present email addresses. @param without people who stay */
export async function listInvited(
  trx: Trx,
  viewingId: string,
  without: readonly string[] = [],
): Promise<{ id: string; name: string; email: string }[]> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select c.id, c.name, c.email from people c where c.email is not null and c.id <> all(${without}::uuid[])
      and exists (select from viewing_mails m where m.viewing_id = ${viewingId} and m.person_id = c.id)
    order by c.id`.execute(trx);
  return rows;
}

/** Tells people that they are not expected any more, and withdraws their links. */
export async function disinvite(
  context: Context,
  visit: Visit,
  stops: readonly StopRecord[],
  people: Awaited<ReturnType<typeof listInvited>>,
): Promise<void> {
  const { trx } = context;
  for (const person of people) {
    await context.queueMail(trx, partyCancellationMail(visit, stops, person, context));
    await trx
      .deleteFrom('viewing_mails')
      .where('viewing_id', '=', visit.id)
      .where('person_id', '=', person.id)
      .execute();
  }
}
