import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError, isApiError } from '../../../platform/http/contract.ts';
import { type ActionContext, type Handler, action } from '../../../platform/http/handlers.ts';
import { shortenIp } from '../../../platform/http/ip-prefix.ts';
import { canMail } from '../commands.server.ts';
import * as routes from '../contract.ts';
import { countFailedLogin } from '../failed-login-audit.commands.server.ts';
import { REMEMBERED_DAYS, rememberDevice } from '../known-devices.commands.server.ts';
import { countAttempt, undoAttempt } from '../login-throttling.commands.server.ts';
import { newDeviceMail, toRecipient } from '../mails.server.ts';
import { PASSKEY_REFUSED, WRONG_PASSWORD } from '../messages.ts';
import { ROLES, getPermissions } from '../permissions.ts';
import { type Account, findAccountByEmail, getAccountById } from '../queries.server.ts';
import type { Session } from '../schema.ts';
import { beginPasskeyLogIn, completeLogInWithCode, logInWithPasskey } from '../second-factor/contract.ts';
import {
  acceptCode,
  acceptPasskey,
  beginPasskeyStep,
  beginSecondStep,
  warnAboutWrongCodes,
} from '../second-factor/log-in.server.ts';
import { findPasskeyOwner } from '../second-factor/passkeys.commands.server.ts';
import { countCode } from '../second-factor/steps.commands.server.ts';
import { type SignOn, createSession } from '../sessions/commands.server.ts';
import { describeDevice } from '../sessions/device.ts';
import { getSessionView } from '../sessions/queries.server.ts';
import { knownDeviceCookie, sessionCookie } from '../sessions/session-cookie.ts';
import { mayUsePassword } from '../sessions/single-sign-on-policy.ts';

/** Handlers that create a session: with a password and a second factor if the account has one, or with a passkey. */
export const logInHandlers: readonly Handler[] = [
  action(routes.logIn, async (context, { email, password }) => {
    const { db, at, ip, passwords, singleSignOn } = context;
    const attempt = await countAttempt(db, { email, ip, now: at });
    const account = await findAccountByEmail(db, email);
    const mayMatch = account && mayUsePassword(account.role, singleSignOn);
    const matches = await passwords.matches(password, mayMatch ? account.password_hash : null);
    if (!account || !matches) {
      await countFailedLogin(db, { email, ip, now: at });
      throw new ApiError('INVALID', WRONG_PASSWORD);
    }
    // The attempt stays counted until the second factor is proven: somebody who knows the password cannot try codes without limit.
    const second_factor = await beginSecondStep(db, context, account, at);
    if (second_factor) return { session: null, second_factor };
    return { session: await openSession(context, account, (trx) => undoAttempt(trx, attempt).then(() => null)) };
  }),
  action(completeLogInWithCode, async (context, { token, code }) => {
    const { db, at, ip } = context;
    const { userId, isLast, singleSignOn } = await countCode(db, token, at);
    const account = await getAccountById(db, userId);
    const attempt = await countAttempt(db, { email: account.email, ip, now: at });
    try {
      const session = await openSession(context, account, async (trx) => {
        const signOn = await acceptCode(trx, context, { userId, token, code, at });
        await undoAttempt(trx, attempt);
        return signOn;
      });
      return { session };
    } catch (error) {
      if (isApiError(error) && error.fields?.['code'] !== undefined) {
        await countFailedLogin(db, { email: account.email, ip, now: at });
        if (isLast)
          await db.transaction().execute((trx) => warnAboutWrongCodes(trx, context, { userId, singleSignOn, at }));
      }
      throw error;
    }
  }),
  action(beginPasskeyLogIn, (context) => beginPasskeyStep(context.db, context, context.at)),
  action(logInWithPasskey, async (context, { token, passkey }) => {
    const { db, at } = context;
    const userId = await findPasskeyOwner(db, passkey);
    if (userId === undefined) throw new ApiError('INVALID', PASSKEY_REFUSED);
    const account = await getAccountById(db, userId);
    const session = await openSession(context, account, (trx) =>
      acceptPasskey(trx, context, { account, token, passkey, at }),
    );
    return { session };
  }),
];

const DAY_SECONDS = 86_400;

/**
 * Creates a session and sets its cookie. Emails the person if they have not used this browser before.
 * @param accept checks the last proof and takes back counted attempts, in the transaction that creates the session; returns how
 * single sign-on began it, or null
 */
export async function openSession(
  context: ActionContext,
  account: Account,
  accept: (trx: Trx) => Promise<SignOn | null>,
): Promise<Session | null> {
  const { db, at, siteUrl, singleSignOn } = context;
  context.assertCanLogIn({ permissions: getPermissions(account.role), verified: account.email_verified_at !== null });
  const [cookie, deviceCookie] = [sessionCookie(siteUrl), knownDeviceCookie(siteUrl)];
  const origin = { device: describeDevice(context.userAgent), network: shortenIp(context.ip) };
  const created = await db.transaction().execute(async (trx) => {
    const signOn = await accept(trx);
    const user = { id: account.id, passwordHash: account.password_hash };
    const secrets = await createSession(trx, user, at, origin, signOn);
    if (!secrets) return null;
    const device = await rememberDevice(trx, { userId: account.id, cookie: context.getCookie(deviceCookie.name) }, at);
    if (device.isNew && (await canMail(trx, 'new-device', account.email, at)))
      await context.queueMail(
        trx,
        newDeviceMail(toRecipient(account), { ...origin, at }, context, signOn ? singleSignOn?.name : undefined),
      );
    return { secrets, device };
  });
  if (!created) throw new ApiError('INVALID', WRONG_PASSWORD);
  const maxAge = ROLES[account.role].session.total / 1000;
  context.setCookie(cookie.name, created.secrets.key, { ...cookie.options, maxAge });
  const remembered = { ...deviceCookie.options, maxAge: REMEMBERED_DAYS * DAY_SECONDS };
  context.setCookie(deviceCookie.name, created.device.secret, remembered);
  return getSessionView(context, account.id, created.secrets);
}
