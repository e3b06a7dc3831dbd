import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../platform/db/transaction.ts';
import { assertWithinLimit } from '../../platform/feature/row-limits.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { toDay } from '../../platform/text/days.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import type { AccountDeletedEvent } from '../accounts/events.ts';
import { can } from '../accounts/permissions.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { lockProduction } from '../productions/commands.server.ts';
import { isSecretTitleIn } from '../productions/answers/queries.server.ts';
import { type Change, lockCallOut, recordCallOutChange } from './changes.commands.server.ts';
import type { addCallOut, showCallOut, updateCallOut } from './contract.ts';
import * as messages from './messages.ts';
import { type CallOutFields, MAX_CALL_OUTS, MAX_SEARCH_LENGTH, callOutForm } from './schema.ts';
import { formatSearch, parseSearchText } from './search-text.ts';

/** Adds a call-out, which is not sent yet. @throws {ApiError} NOT_FOUND; INVALID; FORBIDDEN; CONFLICT at the limit */
export async function createCallOut(
  context: CommandContext,
  { id, ...fields }: z.output<typeof addCallOut.input>,
): Promise<void> {
  const { trx, at } = context;
  const production = await lockProduction(context, id);
  const values = await checkFields(context, id, fields);
  await assertWithinLimit(trx, {
    lock: `call-outs of production ${id}`,
    count: sql`select count(*) from call_outs where production_id = ${id}`,
    adding: 1,
    max: MAX_CALL_OUTS,
    message: messages.callOutLimit,
  });
  const { id: callOutId } = await trx
    .insertInto('call_outs')
    .values({ ...values, production_id: id, version: 0, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordCallOutChange(context, { id: callOutId, production }, 'Written');
}

/**
 * Changes a call-out that was not sent. What the team has made public is so no longer if somebody else changes its brief.
 * @returns a message about it
 * @throws {ApiError} NOT_FOUND; INVALID; FORBIDDEN; CONFLICT
 */
export async function changeCallOut(
  context: CommandContext,
  { id, callOutId, version, ...fields }: z.output<typeof updateCallOut.input>,
): Promise<string> {
  const { trx, actor } = context;
  const row = await lockCallOut(context, { id, callOutId, version }, ['DRAFT']);
  const values = await checkFields(context, id, fields, row);
  const isUnmarked = values.is_wanted && values.brief !== row.brief && !can(actor, 'board.private');
  await trx
    .updateTable('call_outs')
    .set({ ...values, ...(isUnmarked && { is_wanted: false }) })
    .where('id', '=', callOutId)
    .execute();
  await recordCallOutChange(context, row, isUnmarked ? messages.CHANGED_AND_UNMARKED : 'Changed');
  return isUnmarked ? messages.CALL_OUT_SAVED_UNMARKED : messages.CALL_OUT_SAVED;
}

/**
 * Everybody reads what is wanted, so only the team decides what is; film offices leave the mark as it is.
 * @throws {ApiError} INVALID for days out of order or in the past, a brief with a secret title, and too many filters; FORBIDDEN
 */
async function checkFields(
  { trx, actor, at }: CommandContext,
  id: string,
  fields: CallOutFields,
  before: Pick<CallOutFields, 'is_wanted'> = { is_wanted: false },
): Promise<CallOutFields> {
  if (fields.is_wanted !== before.is_wanted && !can(actor, 'board.private'))
    throw new ApiError('FORBIDDEN', messages.ONLY_TEAM_PUBLISHES);
  const { error } = callOutForm.safeParse(fields);
  if (error) throw new ApiError('INVALID', CHECK_FIELDS, { days_to: messages.DAYS_IN_ORDER });
  if (fields.last_day < toDay(at))
    throw new ApiError('INVALID', CHECK_FIELDS, { last_day: messages.LAST_DAY_HAS_PASSED });
  if (await isSecretTitleIn(trx, id, [fields.brief], at))
    throw new ApiError('INVALID', CHECK_FIELDS, { brief: messages.NAMES_SECRET_TITLE });
  const search = formatSearch(parseSearchText(fields.search));
  if (search.length > MAX_SEARCH_LENGTH)
    throw new ApiError('INVALID', CHECK_FIELDS, { search: messages.CHOOSE_FEWER_FILTERS });
  return { ...fields, search };
}

/** Deletes a call-out that was not sent. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function removeCallOut(context: CommandContext, change: Change): Promise<void> {
  const row = await lockCallOut(context, change, ['DRAFT']);
  await recordCallOutChange(context, row, 'Deleted');
  await context.trx.deleteFrom('call_outs').where('id', '=', row.id).execute();
}

/** Shows an open call-out to the public, or takes it off. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function setWanted(
  context: CommandContext,
  { is_wanted, ...change }: z.output<typeof showCallOut.input>,
): Promise<void> {
  const row = await lockCallOut(context, change, ['OPEN']);
  await context.trx.updateTable('call_outs').set({ is_wanted }).where('id', '=', row.id).execute();
  await recordCallOutChange(context, row, is_wanted ? messages.SHOWN : 'Shown to the public no more');
}

/** Closes a call-out early: its links end, and emails that were not sent yet are not sent. @throws {ApiError} NOT_FOUND; CONFLICT */
export async function endCallOut(context: CommandContext, change: Change): Promise<void> {
  const { trx, at } = context;
  const row = await lockCallOut(context, change, ['OPEN']);
  await trx.updateTable('call_outs').set({ closed_at: at }).where('id', '=', row.id).execute();
  const { length: unsent } = await trx
    .deleteFrom('call_out_recipients')
    .where('call_out_id', '=', row.id)
    .where('token_hash', 'is', null)
    .returning('id')
    .execute();
  await recordCallOutChange(
    context,
    row,
    unsent === 0 ? 'Closed' : `Closed before ${formatCount(unsent, 'email')} could be sent`,
  );
}

/** Records whether the caller wants emails about call-outs. */
export async function chooseMails(
  { trx, actor, at }: CommandContext,
  { wanted }: { readonly wanted: boolean },
): Promise<{ message: string; wanted: boolean }> {
  await setConsent(trx, { userId: actor.id, wanted, actorId: actor.id, at });
  return { message: wanted ? messages.MAILS_WANTED : messages.MAILS_STOPPED, wanted };
}

/** Gives or takes back the consent of an account. @param change.actorId null for somebody with an emailed link */
export async function setConsent(
  trx: Trx,
  { userId, wanted, actorId, at }: { userId: string; wanted: boolean; actorId: string | null; at: Date },
): Promise<void> {
  const changed = wanted
    ? await trx
        .insertInto('call_out_consents')
        .values({ user_id: userId, given_at: at })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .returning('user_id')
        .executeTakeFirst()
    : await trx.deleteFrom('call_out_consents').where('user_id', '=', userId).returning('user_id').executeTakeFirst();
  if (changed) await recordAudit(trx, { type: 'CALL_OUT_MAILS_CHOSEN', actorId, details: { wanted }, at });
}

/** Deletes the consent of somebody whose account is deleted, and what they have answered. */
export async function deleteAnswersOf(trx: Trx, { userId }: Pick<AccountDeletedEvent, 'userId'>): Promise<void> {
  await trx.deleteFrom('call_out_consents').where('user_id', '=', userId).execute();
  await trx.deleteFrom('call_out_recipients').where('user_id', '=', userId).execute();
}
