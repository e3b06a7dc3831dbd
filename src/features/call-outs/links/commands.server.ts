import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { createSecret, hashSecret } from '../../../platform/http/secrets.server.ts';
import { toDay } from '../../../platform/text/days.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { setConsent } from '../commands.server.ts';
import type { answerCallOut, suggestPlace } from '../contract.ts';
import * as messages from '../messages.ts';
import { type Answer, MAX_PLACES } from '../schema.ts';
import { type LinkRecord, getOpenLink, getRecipient } from './queries.server.ts';

/** The context of calls by a link. */
export interface LinkContext {
  readonly trx: Trx;
  readonly at: Date;
}

/**
 * Issues the secret of the link in an email, and stores its hash; one that was issued for an earlier attempt becomes invalid. Must be
 * committed before the email is sent. Whom the email has not reached is no recipient of the call-out.
 * @returns the token; null if the email is about no call-out or a closed one, or its owner has taken back the consent since it was queued
 */
export async function issueCallOutLink(db: Db, mailId: string, at: Date): Promise<string | null> {
  const token = createSecret();
  const { rows } = await sql`
    update call_out_recipients r set token_hash = ${hashSecret(token)} from call_outs c
    where c.id = r.call_out_id and r.mail_id = ${mailId} and c.closed_at is null and c.last_day >= ${toDay(at)}
      and (r.is_office or exists (select from call_out_consents a where a.user_id = r.user_id))
    returning r.id`.execute(db);
  if (rows.length > 0) return token;
  await db.transaction().execute((trx) => deleteUnreached(trx, mailId, at));
  return null;
}

/**
 * Deletes the recipient of an email that is not sent. A mail server can accept an email after our timeout, so a failed attempt may have
 * reached them: they stay if they have answered or begun a photograph, and while the call-out is open, so that the links in it work.
 */
async function deleteUnreached(trx: Trx, mailId: string, at: Date): Promise<void> {
  // Waits for an answer that is being stored.
  await trx.selectFrom('call_out_recipients').select('id').where('mail_id', '=', mailId).forUpdate().execute();
  await sql`
    delete from call_out_recipients r using call_outs c
    where c.id = r.call_out_id and r.mail_id = ${mailId}
      and (r.token_hash is null or (
        (c.closed_at is not null or c.last_day < ${toDay(at)})
        and exists (select from outbox o where o.id = r.mail_id and o.last_error is not null)))
      and not exists (
        select from call_out_answers a where a.recipient_id = r.id
          and (a.answered_at is not null or exists (select from call_out_photographs f where f.answer_id = a.id)))`.execute(
    trx,
  );
}

/** Stores what the recipient of a link says about a place; it can be changed until the call-out closes. @throws {ApiError} NOT_FOUND */
export async function answerPlace(
  { trx, at }: LinkContext,
  { token, answerId, answer, days, note }: z.output<typeof answerCallOut.input>,
): Promise<void> {
  const link = await lockLink({ trx, at }, token);
  const { answer: before, location_id: locationId } = await getAnswer(trx, link, answerId);
  await trx
    .updateTable('call_out_answers')
    .set({ answer, days, note, answered_at: at })
    .where('id', '=', answerId)
    .execute();
  // Later changes are not recorded: whoever has the link could repeat them without end.
  if (before === null) await recordAnswer(trx, link, { answer, locationId, at });
}

/** Adds a place that the recipient of a link suggests. @throws {ApiError} NOT_FOUND; CONFLICT at the limit */
export async function addPlace(
  { trx, at }: LinkContext,
  { token, title, place, days, note }: z.output<typeof suggestPlace.input>,
): Promise<void> {
  const link = await lockLink({ trx, at }, token);
  const { recipient_id } = link;
  await assertWithinLimit(trx, {
    lock: `places of ${recipient_id}`,
    count: sql`select count(*) from call_out_answers where recipient_id = ${recipient_id} and title is not null`,
    adding: 1,
    max: MAX_PLACES,
    message: messages.placeLimit,
  });
  await trx
    .insertInto('call_out_answers')
    .values({ recipient_id, title, place, answer: 'YES', days, note, answered_at: at })
    .execute();
  await recordAnswer(trx, link, { answer: 'YES', locationId: null, at });
}

/** Locks the recipient of a link, so that its calls run one after the other. @throws {ApiError} NOT_FOUND */
export async function lockLink({ trx, at }: LinkContext, token: string): Promise<LinkRecord> {
  const link = await getOpenLink(trx, token, at);
  await trx
    .selectFrom('call_out_recipients')
    .select('id')
    .where('id', '=', link.recipient_id)
    .forUpdate()
    .executeTakeFirst();
  return link;
}

interface AskedAnswer {
  readonly answer: Answer | null;
  /** Null for a suggested place that is no location yet. */
  readonly location_id: string | null;
  readonly is_suggested: boolean;
}

/** Returns the answer of a recipient about one of their places. @throws {ApiError} NOT_FOUND, also for a location that is theirs no more */
export async function getAnswer(
  trx: Trx,
  { recipient_id, user_id }: Pick<LinkRecord, 'recipient_id' | 'user_id'>,
  answerId: string,
): Promise<AskedAnswer> {
  const { rows } = await sql<AskedAnswer>`
    select a.answer, a.location_id, a.title is not null as is_suggested from call_out_answers a left join locations l on l.id = a.location_id
    where a.id = ${answerId} and a.recipient_id = ${recipient_id} and (a.title is not null or l.owner_id = ${user_id})`.execute(
    trx,
  );
  if (!rows[0]) throw new ApiError('NOT_FOUND', messages.NO_SUCH_ANSWER);
  return rows[0];
}

async function recordAnswer(
  trx: Trx,
  { production_id, reference }: LinkRecord,
  { answer, locationId, at }: { answer: Answer; locationId: string | null; at: Date },
): Promise<void> {
  const details = { production: production_id, reference, answer };
  await recordAudit(trx, {
    type: 'CALL_OUT_ANSWERED',
    actorId: null,
    ...(locationId !== null && { locationId }),
    details,
    at,
  });
}

/**
 * Takes back the consent of the account that a link was sent to, also after the call-out is closed. Film offices need none.
 * @throws {ApiError} NOT_FOUND
 */
export async function stopMailsByLink(
  { trx, at }: LinkContext,
  { token }: { readonly token: string },
): Promise<{ message: string }> {
  const { user_id, is_office } = await getRecipient(trx, token);
  if (is_office) return { message: messages.OFFICES_NEED_NO_CONSENT };
  await setConsent(trx, { userId: user_id, wanted: false, actorId: null, at });
  return { message: messages.MAILS_STOPPED };
}
