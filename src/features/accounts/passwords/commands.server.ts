import type { z } from 'zod';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type VisitorContext, canMail, deleteSecondFactors } from '../commands.server.ts';
import type { forgotPassword } from '../contract.ts';
import type { PasswordReplacedEvent } from '../events.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import {
  noPasswordMail,
  passwordChangedMail,
  passwordResetMail,
  toRecipient,
  resetPasswordMail,
} from '../mails.server.ts';
import { getPermissions } from '../permissions.ts';
import { type Account, findAccountByEmail, getAccountById } from '../queries.server.ts';
import { type SessionContext, assertNotEnded, confirmSession, endSessions } from '../sessions/commands.server.ts';
import { mayUsePassword } from '../sessions/single-sign-on-policy.ts';
import { createLink, redeemToken, unusableLinkError, deleteTokens } from '../account-tokens.commands.server.ts';
import { deleteAttempts } from '../login-throttling.commands.server.ts';
import type { PasswordContext } from './disguised-words.ts';
import { findWeakness } from './password-strength.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { weakPassword } from './messages.ts';

interface Deps extends Omit<VisitorContext, 'verification'> {
  readonly publishEvent: PublishEvent<PasswordReplacedEvent>;
}

/** @throws {ApiError} INVALID when the password is too easily guessed */
export function assertStrong(password: string, context: PasswordContext): void {
  const weakness = findWeakness(password, context);
  if (weakness) throw new ApiError('INVALID', CHECK_FIELDS, { password: weakPassword(weakness) });
}

/**
 * Sends a link to choose a new password, if the email address has an account. Older links become invalid.
 * @throws {ApiError} VERIFICATION_FAILED
 */
export async function sendResetLink(
  context: VisitorContext,
  { email, verification }: z.output<typeof forgotPassword.input>,
): Promise<void> {
  const { trx, at, queueMail, singleSignOn } = context;
  await context.verification.verify(trx, 'ResetPassword', verification);
  const account = await findAccountByEmail(trx, email);
  if (!account || !(await canMail(trx, 'reset-password', account.email, at))) return;
  if (singleSignOn && !mayUsePassword(account.role, singleSignOn)) {
    await queueMail(trx, noPasswordMail(toRecipient(account), singleSignOn.name, context));
    return;
  }
  const recipient = { userId: account.id, email: account.email };
  // Serialises concurrent requests, so that only the last link stays valid.
  await trx.selectFrom('users').select('id').where('id', '=', account.id).forUpdate().execute();
  await deleteTokens(trx, account.id, 'reset-password');
  const mailId = await queueMail(trx, resetPasswordMail(toRecipient(account), context));
  await createLink(trx, { purpose: 'reset-password', ...recipient, mailId, at });
}

/**
 * Sets a new password with the token of an emailed link, which also verifies the email address. Ends all sessions, and revokes service
 * tokens: its owner may have lost control of the account.
 * @throws {ApiError} INVALID when the token is no longer valid or the password is too easily guessed
 * @returns whether it is the first proof that the email address is theirs
 */
export async function resetPassword(
  context: Deps & { readonly ip: string },
  { token, password, passwordHash }: { token: string; password: string; passwordHash: string },
): Promise<{ isFirst: boolean }> {
  const { trx, at, ip } = context;
  const { userId, email: mailedTo } = await redeemToken(trx, 'reset-password', token, at);
  const { email, first_name, last_name, email_verified_at, role } = await getAccountById(trx, userId);
  // The email address has changed since the link was emailed, or passwords were switched off.
  if (mailedTo !== email || !mayUsePassword(role, context.singleSignOn)) throw unusableLinkError();
  assertStrong(password, toPasswordContext({ email, first_name, last_name }, context.site.name));
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, email_verified_at: email_verified_at ?? at })
    .where('id', '=', userId)
    .execute();
  const isFirst = email_verified_at === null;
  // Somebody else may have registered with the email address, and added a passkey to come back with.
  if (isFirst) await deleteSecondFactors(trx, userId);
  await endSessions(trx, userId);
  await deleteTokens(trx, userId);
  await deleteAttempts(trx, email, ip);
  const makesTokens = getPermissions(role)['api-token.manage'] !== undefined;
  const kind = { isFirst, revokesTokens: makesTokens };
  await context.queueMail(trx, passwordResetMail({ email, firstName: first_name }, kind, context));
  await recordAudit(trx, { type: 'PASSWORD_RESET', actorId: userId, at });
  await context.publishEvent(trx, { type: 'account.password-replaced', userId, at });
  return { isFirst };
}

/**
 * Changes the password of a signed-in user, who has just entered the current one, and ends all other sessions. Pending changes of the email
 * address and links end too, as with a reset; service tokens only if the user wants it. The user then counts as confirmed.
 * @throws {ApiError} UNAUTHENTICATED when the session has ended or the password has changed meanwhile
 */
export async function changePassword(
  context: Deps & Pick<SessionContext, 'session'>,
  { account, passwordHash, revokesTokens }: { account: Account; passwordHash: string; revokesTokens: boolean },
): Promise<void> {
  const { trx, session, at } = context;
  await assertNotEnded(trx, account.id, session);
  if (session) await confirmSession(trx, { id: account.id, passwordHash: account.password_hash }, session, at);
  await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', account.id).execute();
  await endSessions(trx, account.id, session?.id);
  await deleteTokens(trx, account.id, account.email_verified_at ? undefined : 'reset-password');
  await context.queueMail(trx, passwordChangedMail(toRecipient(account), revokesTokens, context));
  await recordAudit(trx, { type: 'PASSWORD_CHANGED', actorId: account.id, at });
  if (revokesTokens) await context.publishEvent(trx, { type: 'account.password-replaced', userId: account.id, at });
}

/** Words that the password of an account must not be built from. */
export function toPasswordContext(
  { email, first_name, last_name }: Pick<Account, 'email' | 'first_name' | 'last_name'>,
  siteName: string,
): PasswordContext {
  return { email, names: [first_name, last_name], siteName };
}
