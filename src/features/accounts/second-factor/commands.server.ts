import type { z } from 'zod';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Services } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { type AccountDeps, deleteSecondFactors, findOnlyProvider } from '../commands.server.ts';
import { type FactorChange, secondFactorMail } from './mails.server.ts';
import { getAccountById } from '../queries.server.ts';
import { type SessionContext, assertNotEnded, endSessions } from '../sessions/commands.server.ts';
import { requiresSecondFactor } from '../sessions/second-factor-policy.server.ts';
import {
  type AuthenticatorKey,
  createAuthenticator,
  redeemAuthenticatorCode,
  wrongCodeError,
} from './authenticator.commands.server.ts';
import type { addPasskey as addPasskeyRoute } from './contract.ts';
import { addPasskey } from './passkeys.commands.server.ts';
import { countSecondFactors, getSecondFactors } from './queries.server.ts';
import { replaceRecoveryCodes } from './recovery-codes.commands.server.ts';
import type { AddedFactor } from './schema.ts';
import { finishStep } from './steps.commands.server.ts';
import {
  AUTHENTICATOR_ADDED,
  AUTHENTICATOR_EXISTS,
  NO_SECOND_FACTOR,
  NO_SUCH_PASSKEY,
  PASSKEY_ADDED,
  PASSKEY_REFUSED,
  SECOND_FACTOR_REQUIRED,
} from '../messages.ts';

/** Services of emails about second factors. */
export type MailDeps = Omit<AccountDeps, 'verification'>;

type FactorContext = SessionContext & MailDeps;

/**
 * Begins to set up an authenticator app. A key that was not confirmed is replaced.
 * @throws {ApiError} CONFLICT when the account has an authenticator app already
 */
export async function beginAuthenticator({ trx, actor, session, site }: FactorContext): Promise<AuthenticatorKey> {
  await assertNotEnded(trx, actor.id, session);
  const { authenticator } = await getSecondFactors(trx, actor.id);
  if (authenticator) throw new ApiError('CONFLICT', AUTHENTICATOR_EXISTS);
  const { email } = await getAccountById(trx, actor.id);
  return createAuthenticator(trx, { userId: actor.id, label: email, issuer: site.name });
}

/** Sets up the authenticator app with a first code. @throws {ApiError} INVALID when the code is wrong */
export async function confirmAuthenticator(context: FactorContext, { code }: { code: string }): Promise<AddedFactor> {
  const { trx, actor, session, at } = context;
  await assertNotEnded(trx, actor.id, session);
  if (!(await redeemAuthenticatorCode(trx, { userId: actor.id, code, at }, 'new'))) throw wrongCodeError();
  return { message: AUTHENTICATOR_ADDED, ...(await recordAdded(context, 'authenticator-added')) };
}

/** Adds a passkey. @throws {ApiError} INVALID when the token has expired or the passkey does not match it; CONFLICT */
export async function addOwnPasskey(
  context: FactorContext,
  { token, name, passkey }: z.output<typeof addPasskeyRoute.input>,
): Promise<AddedFactor> {
  const { trx, actor, session, at } = context;
  await assertNotEnded(trx, actor.id, session);
  const { userId } = await finishStep(trx, ['add-passkey'], token, at);
  if (userId !== actor.id) throw new ApiError('INVALID', PASSKEY_REFUSED);
  await addPasskey(trx, context, { userId, name, token, passkey });
  return { message: PASSKEY_ADDED, ...(await recordAdded(context, 'passkey-added')) };
}

type RemovalContext = FactorContext & Pick<Services, 'secondFactor'>;

/** Removes the authenticator app of the caller. @throws {ApiError} NOT_FOUND; CONFLICT when the role requires it */
export async function removeAuthenticator(context: RemovalContext): Promise<void> {
  const { trx, actor, session } = context;
  await assertNotEnded(trx, actor.id, session);
  const { numDeletedRows } = await trx
    .deleteFrom('authenticators')
    .where('user_id', '=', actor.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new ApiError('NOT_FOUND', NO_SECOND_FACTOR);
  await recordRemoved(context, 'authenticator-removed');
}

/** Removes a passkey of the caller. @throws {ApiError} NOT_FOUND; CONFLICT when the role requires it */
export async function removePasskey(context: RemovalContext, { id }: { id: string }): Promise<void> {
  const { trx, actor, session } = context;
  await assertNotEnded(trx, actor.id, session);
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', actor.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new ApiError('NOT_FOUND', NO_SUCH_PASSKEY);
  await recordRemoved(context, 'passkey-removed');
}

/** Replaces the recovery codes of the caller. @throws {ApiError} CONFLICT when there is no second factor */
export async function replaceOwnRecoveryCodes(context: FactorContext): Promise<{ recovery_codes: string[] }> {
  const { trx, actor, session, at } = context;
  await assertNotEnded(trx, actor.id, session);
  if ((await countSecondFactors(trx, actor.id)) === 0) throw new ApiError('CONFLICT', NO_SECOND_FACTOR);
  const recovery_codes = await replaceRecoveryCodes(trx, actor.id);
  await recordAudit(trx, { type: 'RECOVERY_CODES_REPLACED', actorId: actor.id, at });
  await mailChange(trx, context, actor.id, 'recovery-codes-replaced');
  return { recovery_codes };
}

/**
 * Removes all second factors of somebody who has lost them, and ends their sessions.
 * @param task.actorId null for the command line
 * @throws {ApiError} NOT_FOUND
 */
export async function resetSecondFactors(
  trx: Trx,
  deps: MailDeps,
  { userId, actorId, at }: { userId: string; actorId: string | null; at: Date },
): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await getAccountById(trx, userId);
  await deleteSecondFactors(trx, userId);
  await endSessions(trx, userId);
  await recordAudit(trx, { type: 'SECOND_FACTORS_RESET', actorId, details: { userId }, at });
  await mailChange(trx, deps, userId, 'reset');
}

/** Ends the sessions that began without a second factor, and creates recovery codes, if this is the first one. */
async function recordAdded(context: FactorContext, change: FactorChange): Promise<Pick<AddedFactor, 'recovery_codes'>> {
  const { trx, actor, session, at } = context;
  await recordAudit(trx, { type: 'SECOND_FACTOR_ADDED', actorId: actor.id, details: { change }, at });
  await mailChange(trx, context, actor.id, change);
  const isFirst = (await countSecondFactors(trx, actor.id)) === 1;
  if (!isFirst) return {};
  await endSessions(trx, actor.id, session?.id);
  return { recovery_codes: await replaceRecoveryCodes(trx, actor.id) };
}

async function recordRemoved(context: RemovalContext, change: FactorChange): Promise<void> {
  const { trx, actor, at, secondFactor } = context;
  if ((await countSecondFactors(trx, actor.id)) === 0) {
    const { role } = await getAccountById(trx, actor.id);
    if (requiresSecondFactor(role, secondFactor)) throw new ApiError('CONFLICT', SECOND_FACTOR_REQUIRED);
    await trx.deleteFrom('recovery_codes').where('user_id', '=', actor.id).execute();
  }
  await recordAudit(trx, { type: 'SECOND_FACTOR_REMOVED', actorId: actor.id, details: { change }, at });
  await mailChange(trx, context, actor.id, change);
}

/** Emails somebody about a change of their second factors. */
export async function mailChange(trx: Trx, deps: MailDeps, userId: string, change: FactorChange): Promise<void> {
  const account = await getAccountById(trx, userId);
  const recipient = { email: account.email, firstName: account.first_name };
  const provider = findOnlyProvider(account, deps.singleSignOn);
  await deps.queueMail(trx, secondFactorMail(recipient, change, deps, provider));
}
