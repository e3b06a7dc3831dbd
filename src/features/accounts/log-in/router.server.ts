import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { shortenIp } from '../../../platform/http/ip-prefix.ts';
import { ApiError, isApiError } from '../../../platform/http/contract.ts';
import { type CallContext, type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import type { Actor } from '../../../platform/http/route-permission.ts';
import { type AccountDeps, canMail } from '../commands.server.ts';
import * as routes from '../contract.ts';
import { countFailedLogin } from '../failed-login-audit.commands.server.ts';
import { REMEMBERED_DAYS, rememberDevice } from '../known-devices.commands.server.ts';
import { countAttempt, undoAttempt } from '../login-throttling.commands.server.ts';
import { newDeviceMail, toRecipient } from '../mails.server.ts';
import { PASSKEY_REFUSED, WRONG_PASSWORD } from '../messages.ts';
import type { Passwords } from '../passwords/hashing.server.ts';
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
import type { SecondFactorPolicy } from '../sessions/second-factor-policy.server.ts';
import { countCode } from '../second-factor/steps.commands.server.ts';
import { type SignOn, createSession } from '../sessions/commands.server.ts';
import { mayUsePassword } from '../sessions/single-sign-on-policy.ts';
import { describeDevice } from '../sessions/device.ts';
import { getSessionView } from '../sessions/queries.server.ts';
import { knownDeviceCookie, sessionCookie } from '../sessions/session-cookie.ts';

export interface LogInDeps extends AccountDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly secondFactor: SecondFactorPolicy;
  /** Throws an ApiError if the person may not log in at the moment because of maintenance. */
  readonly assertCanLogIn: (person: Pick<Actor, 'permissions' | 'verified'>) => void;
  readonly now: () => Date;
}

/** Routes that create a session: with a password and a second factor if the account has one, or with a passkey. */
export function logInHandlers(deps: LogInDeps): RouteHandler[] {
  const { db, passwords, now } = deps;
  return [
    createHandler(routes.logIn, async ({ email, password }, call) => {
      const attempt = await countAttempt(db, { email, ip: call.ip, now: now() });
      const account = await findAccountByEmail(db, email);
      const mayMatch = account && mayUsePassword(account.role, deps.singleSignOn);
      const matches = await passwords.matches(password, mayMatch ? account.password_hash : null);
      if (!account || !matches) {
        await countFailedLogin(db, { email, ip: call.ip, now: now() });
        throw new ApiError('INVALID', WRONG_PASSWORD);
      }
      // The attempt stays counted until the second factor is proven: somebody who knows the password cannot try codes without limit.
      const second_factor = await beginSecondStep(db, deps, account, now());
      if (second_factor) return { session: null, second_factor };
      return { session: await openSession(deps, account, call, (trx) => undoAttempt(trx, attempt).then(() => null)) };
    }),
    createHandler(completeLogInWithCode, async ({ token, code }, call) => {
      const { userId, isLast, singleSignOn } = await countCode(db, token, now());
      const account = await getAccountById(db, userId);
      const attempt = await countAttempt(db, { email: account.email, ip: call.ip, now: now() });
      try {
        const session = await openSession(deps, account, call, async (trx) => {
          const signOn = await acceptCode(trx, deps, { userId, token, code, at: now() });
          await undoAttempt(trx, attempt);
          return signOn;
        });
        return { session };
      } catch (error) {
        if (isApiError(error) && error.fields?.['code'] !== undefined) {
          await countFailedLogin(db, { email: account.email, ip: call.ip, now: now() });
          if (isLast) await db.transaction().execute((trx) => warnAboutWrongCodes(trx, deps, { userId, singleSignOn }));
        }
        throw error;
      }
    }),
    createHandler(beginPasskeyLogIn, () => beginPasskeyStep(db, deps, now())),
    createHandler(logInWithPasskey, async ({ token, passkey }, call) => {
      const userId = await findPasskeyOwner(db, passkey);
      if (userId === undefined) throw new ApiError('INVALID', PASSKEY_REFUSED);
      const account = await getAccountById(db, userId);
      const session = await openSession(deps, account, call, (trx) =>
        acceptPasskey(trx, deps, { account, token, passkey, at: now() }),
      );
      return { session };
    }),
  ];
}

const DAY_SECONDS = 86_400;

/**
 * Creates a session and sets its cookie. Emails the person if they have not used this browser before.
 * @param accept checks the last proof and takes back counted attempts, in the transaction that creates the session; returns how
 * single sign-on began it, or null
 */
export async function openSession(
  { db, secondFactor, assertCanLogIn, now, ...deps }: LogInDeps,
  account: Account,
  call: CallContext,
  accept: (trx: Trx) => Promise<SignOn | null>,
): Promise<Session | null> {
  assertCanLogIn({ permissions: getPermissions(account.role), verified: account.email_verified_at !== null });
  const [cookie, deviceCookie] = [sessionCookie(deps.siteUrl), knownDeviceCookie(deps.siteUrl)];
  const at = now();
  const origin = { device: describeDevice(call.userAgent), network: shortenIp(call.ip) };
  const created = await db.transaction().execute(async (trx) => {
    const signOn = await accept(trx);
    const user = { id: account.id, passwordHash: account.password_hash };
    const secrets = await createSession(trx, user, at, origin, signOn);
    if (!secrets) return null;
    const device = await rememberDevice(trx, { userId: account.id, cookie: call.getCookie(deviceCookie.name) }, at);
    if (device.isNew && (await canMail(trx, 'new-device', account.email)))
      await deps.queueMail(
        trx,
        newDeviceMail(toRecipient(account), { ...origin, at }, deps, signOn ? deps.singleSignOn?.name : undefined),
      );
    return { secrets, device };
  });
  if (!created) throw new ApiError('INVALID', WRONG_PASSWORD);
  const maxAge = ROLES[account.role].session.total / 1000;
  call.setCookie(cookie.name, created.secrets.key, { ...cookie.options, maxAge });
  const remembered = { ...deviceCookie.options, maxAge: REMEMBERED_DAYS * DAY_SECONDS };
  call.setCookie(deviceCookie.name, created.device.secret, remembered);
  return getSessionView({ db, secondFactor }, account.id, created.secrets);
}
