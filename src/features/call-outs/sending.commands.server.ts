import { sql } from 'kysely';
import type { z } from 'zod';
import { lockByName } from '../../platform/db/locks.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../platform/http/handlers.ts';
import { toDay } from '../../platform/text/days.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import type { MailServices } from '../enquiries/cases/commands.server.ts';
import { isSecretTitleIn } from '../productions/answers/queries.server.ts';
import { type MatchingOwner, findMatches } from './audience.queries.server.ts';
import { type LockedCallOut, lockCallOut, recordCallOutChange } from './changes.commands.server.ts';
import type { sendCallOut } from './contract.ts';
import { callOutMail } from './mails.server.ts';
import * as messages from './messages.ts';
import { MAX_ASKED, SENDING_BATCH } from './schema.ts';

type Context = CommandContext & MailServices & Pick<Services, 'search'>;

interface Recipient {
  readonly user_id: string;
  readonly is_office: boolean;
  /** Locations of an owner. */
  readonly location_ids: readonly string[];
}

/**
 * Emails a call-out to the next recipients who were not sent it. Owners who were sent it are asked about their further locations too,
 * without another email. One for the public page is opened by its first sending, even if it reaches nobody.
 * @returns how many recipients were emailed, how many are left for another call, and a message about it
 * @throws {ApiError} NOT_FOUND; CONFLICT when nobody is left, the brief has a secret title, or too many locations match
 */
export async function sendNext(
  context: Context,
  change: z.output<typeof sendCallOut.input>,
): Promise<{ message: string; sent: number; left: number }> {
  const { trx, actor, at } = context;
  const callOut = await lockCallOut(context, change, ['DRAFT', 'OPEN']);
  if (callOut.last_day < toDay(at)) throw new ApiError('CONFLICT', messages.LAST_DAY_HAS_PASSED);
  if (await isSecretTitleIn(trx, change.id, [callOut.brief], at))
    throw new ApiError('CONFLICT', messages.NAMES_SECRET_TITLE);
  // Two call-outs at a time could both send an owner the last email of a month.
  await lockByName(trx, 'sending of call-outs');
  const { owners, offices } = await findMatches(trx, actor, callOut, context);
  const added = await askFurther(
    trx,
    callOut.id,
    owners.filter(({ state }) => state === 'SENT'),
  );
  const waiting: Recipient[] = [
    ...offices.flatMap(({ sent, user_id }) => (sent ? [] : { user_id, is_office: true, location_ids: [] })),
    ...owners.flatMap(({ state, ...owner }) => (state === 'READY' ? { ...owner, is_office: false } : [])),
  ];
  const batch = waiting.slice(0, SENDING_BATCH);
  const isPublished = callOut.is_wanted && callOut.sent_at === null;
  if (batch.length === 0 && added === 0 && !isPublished) throw new ApiError('CONFLICT', messages.NOBODY_TO_SEND_TO);
  await emailAll(context, callOut, batch);
  await trx
    .updateTable('call_outs')
    .set({ sent_at: callOut.sent_at ?? at })
    .where('id', '=', callOut.id)
    .execute();
  const sent = batch.length;
  const left = waiting.length - sent;
  if (sent > 0) {
    await recordCallOutChange(context, callOut, `Sent to ${formatCount(sent, 'recipient')}`, sent);
    return { message: messages.sentTo(sent, left), sent, left };
  }
  if (isPublished) await recordCallOutChange(context, callOut, messages.SHOWN);
  return { message: isPublished ? messages.PUBLIC_ONLY : messages.ASKED_FURTHER, sent, left };
}

/** Asks owners who have the email about locations that have come to match since. @returns how many */
async function askFurther(trx: Trx, callOutId: string, owners: readonly MatchingOwner[]): Promise<number> {
  let added = 0;
  for (const { user_id, location_ids } of owners) {
    const recipient = await trx
      .selectFrom('call_out_recipients')
      .select('id')
      .where('call_out_id', '=', callOutId)
      .where('user_id', '=', user_id)
      .forKeyShare()
      .executeTakeFirst();
    // Missing if the email was not sent, as its owner has taken back the consent meanwhile.
    if (recipient) added += await addLocations(trx, recipient.id, location_ids);
  }
  return added;
}

/** Adds locations that a recipient is not asked about yet, up to the maximum. @returns how many */
async function addLocations(trx: Trx, recipientId: string, locationIds: readonly string[]): Promise<number> {
  const asked = sql`select location_id from call_out_answers where recipient_id = ${recipientId} and location_id is not null`;
  const { numAffectedRows } = await sql`
    insert into call_out_answers (recipient_id, location_id)
    select ${recipientId}, id from unnest(${locationIds}::uuid[]) with ordinality t (id, position)
    where id not in (${asked}) order by position
    limit greatest(0, ${MAX_ASKED} - (select count(*) from (${asked}) a))`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

async function emailAll(context: Context, callOut: LockedCallOut, recipients: readonly Recipient[]): Promise<void> {
  const { trx, at } = context;
  // Locked, so that no email goes to an account that is being deleted.
  const accounts = await trx
    .selectFrom('users')
    .select(['id', 'first_name', 'email'])
    .where(sql<boolean>`id = any(${recipients.map(({ user_id }) => user_id)}::uuid[])`)
    .where('enabled_at', 'is not', null)
    .orderBy('id')
    .forKeyShare()
    .$narrowType<{ email: string }>()
    .execute();
  const byId = new Map(accounts.map((account) => [account.id, account]));
  for (const { user_id, is_office, location_ids } of recipients) {
    const account = byId.get(user_id);
    if (!account) continue;
    const asked = location_ids.slice(0, MAX_ASKED);
    const mail_id = await context.queueMail(
      trx,
      callOutMail(callOut, { ...account, titles: await listTitles(trx, asked) }, context),
    );
    const { id } = await trx
      .insertInto('call_out_recipients')
      .values({ call_out_id: callOut.id, user_id, is_office, mail_id, sent_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addLocations(trx, id, asked);
  }
}

async function listTitles(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select l.title from unnest(${ids}::uuid[]) with ordinality t (id, position) join published_locations l on l.id = t.id
    order by t.position`.execute(trx);
  return rows.map(({ title }) => title);
}
