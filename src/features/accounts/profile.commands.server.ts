import type { z } from 'zod';
import { validate } from '../../platform/http/route-handlers.ts';
import { assertConfirmed } from '../../platform/http/route-permission.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { type AccountDeps, type VisitorContext, canMail, findOnlyProvider } from './commands.server.ts';
import type { changeProfile as route } from './contract.ts';
import { addressChangingMail, toRecipient } from './mails.server.ts';
import { type Account, findAccountByEmail, getAccountById } from './queries.server.ts';
import { sendVerification, notifyAddressInUse } from './registration.commands.server.ts';
import { PROFILE_UPDATED } from './messages.ts';
import { PROFILE_FORMS } from './schema.ts';
import { type SessionContext, assertNotEnded } from './sessions/commands.server.ts';

/**
 * Updates the caller's profile. A new email address takes effect when its link is followed; the current one is notified at once.
 * @returns the message to show
 * @throws {ApiError} INVALID when a field that the role requires is missing; UNAUTHENTICATED when the session has just ended;
 *   IDENTITY_NOT_CONFIRMED for a new email address
 */
export async function changeProfile(
  context: SessionContext & AccountDeps,
  form: z.output<typeof route.input>,
): Promise<string> {
  const { trx, actor, session, at } = context;
  await assertNotEnded(trx, actor.id, session);
  const account = await getAccountById(trx, actor.id);
  const { firstName, lastName, telephone1, title, website, email } = validate(PROFILE_FORMS[account.role], form);
  const emailChanges = email.toLowerCase() !== account.email.toLowerCase();
  if (emailChanges) assertConfirmed(context);
  const fields = {
    first_name: firstName,
    last_name: lastName,
    telephone1: telephone1 || null,
    jobtitle: title || null,
    websiteurl: website || null,
  };
  const row = await trx.selectFrom('users').selectAll().where('id', '=', actor.id).executeTakeFirstOrThrow();
  const changed: string[] = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (name) => row[name] !== fields[name],
  );
  if (emailChanges) changed.push('email');
  if (changed.length === 0) return PROFILE_UPDATED;
  await trx
    .updateTable('users')
    .set({ ...fields, version: row.version + 1 })
    .where('id', '=', actor.id)
    .execute();
  const details = { fields: changed.join(', ') };
  await recordAudit(trx, { type: 'PROFILE_UPDATED', actorId: actor.id, details, at });
  if (!emailChanges) return PROFILE_UPDATED;
  await requestAddressChange(context, account, email);
  return `${PROFILE_UPDATED}. Your email address changes once you follow the link that we have sent to ${email}.`;
}

/** Returns the same message whether or not another account has the email address; only the email to it differs. */
async function requestAddressChange(context: VisitorContext, account: Account, email: string): Promise<void> {
  const { trx, queueMail, singleSignOn } = context;
  if (await findAccountByEmail(trx, email)) await notifyAddressInUse(context, email);
  else await sendVerification(context, { userId: account.id, email });
  if (await canMail(trx, 'address-changing', account.email, context.at))
    await queueMail(trx, addressChangingMail(toRecipient(account), context, findOnlyProvider(account, singleSignOn)));
}
