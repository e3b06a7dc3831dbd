import type { z } from 'zod';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { notify } from '../notifications/commands.server.ts';
import { type AccountDeps, type VisitorContext, canMail, createAccount, findOnlyProvider } from './commands.server.ts';
import type { register } from './contract.ts';
import { addressInUseMail, toRecipient, verifyAddressMail } from './mails.server.ts';
import { findAccountByEmail, getAccountById, isEmailTaken } from './queries.server.ts';
import { type SessionContext, endSessions } from './sessions/commands.server.ts';
import { createLink, redeemToken, unusableLinkError, deleteTokens } from './account-tokens.commands.server.ts';
import { TOO_MANY_LINKS, EMAIL_VERIFIED_ALREADY } from './messages.ts';

/**
 * Creates an account and emails a link to verify its email address. If the email address has an account already, only the email says so.
 * @throws {ApiError} VERIFICATION_FAILED
 */
export async function registerAccount(
  context: VisitorContext,
  {
    verification,
    passwordHash,
    ...form
  }: Omit<z.output<typeof register.input>, 'password'> & { readonly passwordHash: string },
): Promise<void> {
  const { trx, at } = context;
  await context.verification.verify(trx, 'Register', verification);
  const account = await createAccount(trx, {
    ...form,
    jobtitle: form.jobtitle || null,
    websiteurl: form.websiteurl || null,
    password_hash: passwordHash,
    created_at: at,
  });
  if (account) {
    const type = `${form.role}_REGISTERED` as const;
    await notify(trx, { type, userId: account.id, at });
    await sendVerification(context, { userId: account.id, email: form.email });
  } else {
    await notifyAddressInUse(context, form.email);
  }
}

/**
 * Emails the link that verifies an email address.
 * @returns false when the limit of emails is reached
 */
export async function sendVerification(
  context: VisitorContext,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const { trx, at } = context;
  if (!(await canMail(trx, 'verify-email', email, at))) return false;
  const mailId = await context.queueMail(trx, verifyAddressMail({ email }, context));
  await createLink(trx, { purpose: 'verify-email', userId, email, mailId, at });
  return true;
}

/** Notifies the owner of an email address that somebody else tried to use it. */
export async function notifyAddressInUse(context: VisitorContext, email: string): Promise<void> {
  const { trx, queueMail, singleSignOn } = context;
  const owner = await findAccountByEmail(trx, email);
  if (!owner || !(await canMail(trx, 'address-in-use', owner.email, context.at))) return;
  await queueMail(trx, addressInUseMail(toRecipient(owner), context, findOnlyProvider(owner, singleSignOn)));
}

/** Emails the verification link again. @throws {ApiError} CONFLICT when the email address is verified; TOO_MANY_REQUESTS */
export async function resendVerification(context: CommandContext & AccountDeps): Promise<void> {
  const userId = context.actor.id;
  const account = await getAccountById(context.trx, userId);
  if (account.email_verified_at) throw new ApiError('CONFLICT', EMAIL_VERIFIED_ALREADY);
  if (!(await sendVerification(context, { userId, email: account.email })))
    throw new ApiError('TOO_MANY_REQUESTS', TOO_MANY_LINKS);
}

/**
 * Verifies an email address with the token of an emailed link. If it replaces another email address, ends all sessions except that of the
 * caller.
 * @throws {ApiError} INVALID when the token is no longer valid
 */
export async function verifyAddress(
  { trx, session, at }: Omit<SessionContext, 'actor' | 'isConfirmed'>,
  { token }: { token: string },
): Promise<void> {
  const { userId, email } = await redeemToken(trx, 'verify-email', token, at);
  const before = await getAccountById(trx, userId);
  const changes = before.email.toLowerCase() !== email.toLowerCase();
  const owner = await findAccountByEmail(trx, email);
  if (owner && owner.id !== userId) throw unusableLinkError();
  const verifiedAt = changes ? at : (before.email_verified_at ?? at);
  await trx
    .updateTable('users')
    .set((eb) => ({ email, email_verified_at: verifiedAt, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
    .catch((error: unknown) => {
      // Another account took the email address since the check above.
      throw isEmailTaken(error) ? unusableLinkError() : error;
    });
  await deleteTokens(trx, userId, changes ? undefined : 'verify-email');
  if (!changes) return;
  await endSessions(trx, userId, session?.id);
  await recordAudit(trx, { type: 'ADDRESS_CHANGED', actorId: userId, at });
}
