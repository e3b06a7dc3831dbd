import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { createSecret, hashSecret } from '../../../platform/http/secrets.server.ts';
import { DAY_MS } from '../../../platform/text/durations.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import type { MailServices } from '../../enquiries/cases/commands.server.ts';
import { findAssigneeEmail } from '../../productions/access.queries.server.ts';
import { recordStopChange } from '../changes.commands.server.ts';
import type { answerViewingRequest } from '../contract.ts';
import { confirmAnswer } from '../mailing.commands.server.ts';
import { answerMail } from '../mails.server.ts';
import * as messages from '../messages.ts';
import { getVisit } from '../queries.server.ts';
import { type Itinerary, MAX_DAILY_ANSWERS } from '../schema.ts';
import { getStopByLink, readItinerary } from './queries.server.ts';

type Context = MailServices & { readonly trx: Trx; readonly at: Date };

/**
 * Issues the secret of the link in an email, and stores its hash; one that was issued for an earlier attempt becomes invalid. Must be
 * committed before the email is sent.
 * @returns the token; null if the email is about no viewing, or one that was deleted
 */
export async function issueViewingLink(db: Db, mailId: string): Promise<string | null> {
  const token = createSecret();
  const { numUpdatedRows } = await db
    .updateTable('viewing_mails')
    .set({ token_hash: hashSecret(token) })
    .where('mail_id', '=', mailId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n ? token : null;
}

/**
 * Stores the answer of an owner, and emails it to the office and to them. An owner can change it until the day has passed.
 * @throws {ApiError} NOT_FOUND; CONFLICT when the time has changed, the visit is cancelled, or at the limit
 */
export async function answerRequest(
  context: Context,
  { token, version, answer, note }: z.output<typeof answerViewingRequest.input>,
): Promise<void> {
  const { trx, at } = context;
  const { id, viewingId } = await getStopByLink(trx, token, at);
  const { production_id } = await getVisit(trx, viewingId, at);
  // Changes of the office lock the production as well.
  await trx.selectFrom('productions').select('id').where('id', '=', production_id).forUpdate().execute();
  const stop = await trx.selectFrom('viewing_stops').selectAll().where('id', '=', id).executeTakeFirst();
  if (!stop) throw new ApiError('NOT_FOUND', messages.LINK_UNUSABLE);
  if (stop.version !== version || stop.state === 'CANCELLED' || stop.state === 'PLANNED')
    throw new ApiError('CONFLICT', messages.TIME_CHANGED);
  if (stop.state === answer && stop.answer_note === note) return;
  await assertWithinLimit(trx, {
    lock: `answers of owners to ${production_id}`,
    count: sql`
      select count(*) from production_entries
      where production_id = ${production_id} and kind = 'LOCATION' and user_id is null
        and created_at > ${new Date(at.getTime() - DAY_MS)}`,
    adding: 1,
    max: MAX_DAILY_ANSWERS,
    message: messages.answerLimit,
  });
  await trx.updateTable('viewing_stops').set({ state: answer, answer_note: note }).where('id', '=', id).execute();
  const visit = await getVisit(trx, viewingId, at);
  await recordStopChange({ trx, at, actor: null }, visit, stop, answer);
  await recordAudit(trx, {
    type: 'VIEWING_ANSWERED',
    actorId: null,
    ...(stop.location_id !== null && { locationId: stop.location_id }),
    details: { production: production_id, reference: visit.reference, state: answer },
    at,
  });
  const recipient = (await findAssigneeEmail(trx, production_id)) ?? context.site.mailbox;
  await context.queueMail(trx, answerMail(visit, { ...stop, answer, note }, recipient, context));
  await confirmAnswer(context, visit, stop, answer);
}

/** Returns the itinerary that a link leads to, and records which exact positions and contacts it shows to whom. @throws {ApiError} NOT_FOUND */
export async function openItinerary(
  { trx, at }: { readonly trx: Trx; readonly at: Date },
  { token }: { readonly token: string },
): Promise<Itinerary> {
  const { itinerary, personId, productionId, reference, disclosed } = await readItinerary(trx, token, at);
  const details = { production: productionId, reference, person: personId };
  if (disclosed.length > 0)
    await recordAudit(
      trx,
      ...disclosed.map((locationId) => ({
        type: 'VIEWING_DISCLOSED' as const,
        actorId: null,
        locationId,
        details,
        at,
      })),
    );
  return itinerary;
}
