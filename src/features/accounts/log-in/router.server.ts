import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { shortenIp } from '../../../platform/http/ip-prefix.ts';
import {
  type Actor,
  type CallContext,
  type RouteHandler,
  createHandler,
  requireActor,
} from '../../../platform/http/route-handlers.ts';
import { type AccountDeps, canMail } from '../commands.server.ts';
import * as accountRoutes from '../contract.ts';
import { countFailedLogin } from '../failed-logins/commands.server.ts';
import { REMEMBERED_DAYS, rememberDevice } from '../known-devices/commands.server.ts';
import { countAttempt, undoAttempt } from '../login-throttling/commands.server.ts';
import { newDeviceMail, toRecipient } from '../mails.server.ts';
import * as messages from '../messages.ts';
import { checkOwnPassword } from '../passwords/check-password.server.ts';
import type { Passwords } from '../passwords/hashing.server.ts';
import { ROLES, getPermissions } from '../permissions.ts';
import { findAccountByEmail } from '../queries.server.ts';
import type { Session } from '../schema.ts';
import {
  confirmSession,
  createSession,
  endOtherSessions,
  endOwnSession,
  endSession,
} from '../sessions/commands.server.ts';
import * as routes from '../sessions/contract.ts';
import { describeDevice } from '../sessions/device.ts';
import { getSessionView, listOwnSessions } from '../sessions/queries.server.ts';
import { knownDeviceCookie, sessionCookie } from '../sessions/session-cookie.ts';

interface Deps extends AccountDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  /** Throws an ApiError if the person may not log in at the moment because of maintenance. */
  readonly assertCanLogIn: (person: Pick<Actor, 'permissions' | 'verified'>) => void;
  readonly now: () => Date;
}

const DAY_SECONDS = 86_400;

/** Logging in and out, the list of the own sessions, and confirming who one is. */
export function sessionHandlers({ db, passwords, assertCanLogIn, now, ...deps }: Deps): RouteHandler[] {
  const cookie = sessionCookie(deps.siteUrl);
  const deviceCookie = knownDeviceCookie(deps.siteUrl);
  return [
    createHandler(accountRoutes.currentSession, async (_input, { actor, session }) => ({
      session: actor && session ? await getSessionView(db, actor.id, session) : null,
    })),
    createHandler(accountRoutes.logIn, async ({ email, password }, call) => ({
      session: await logIn(email, password, call),
    })),
    createHandler(accountRoutes.logOut, async (_input, call) => {
      const { session, userId } = { session: call.session, userId: requireActor(call).id };
      if (session) await db.transaction().execute((trx) => endSession(trx, { id: session.id, userId }, now()));
      call.setCookie(cookie.name, '', { ...cookie.options, maxAge: 0 });
      return { message: messages.LOGGED_OUT };
    }),
    createHandler(routes.confirmWithPassword, async ({ password }, call) => {
      const { account, attempt } = await checkOwnPassword({ db, passwords, now }, call, { password });
      const user = { id: account.id, passwordHash: account.password_hash };
      await db.transaction().execute(async (trx) => {
        if (call.session) await confirmSession(trx, user, call.session, now());
        await undoAttempt(trx, attempt);
      });
      return { message: messages.IDENTITY_CONFIRMED };
    }),
    createHandler(routes.ownSessions, (_input, call) =>
      listOwnSessions(db, requireActor(call).id, call.session, now()),
    ),
    createHandler(routes.endOwnSession, async ({ id }, call) => {
      const ending = { id, userId: requireActor(call).id, current: call.session };
      await db.transaction().execute((trx) => endOwnSession(trx, ending, now()));
      return { message: messages.SESSION_ENDED };
    }),
    createHandler(routes.endOtherSessions, async (_input, call) => {
      const ending = { userId: requireActor(call).id, current: call.session };
      const ended = await db.transaction().execute((trx) => endOtherSessions(trx, ending, now()));
      return { message: messages.otherSessionsEnded(ended) };
    }),
  ];

  async function logIn(email: string, password: string, call: CallContext): Promise<Session | null> {
    const { ip } = call;
    const attempt = await countAttempt(db, { email, ip, now: now() });
    const account = await findAccountByEmail(db, email);
    const matches = await passwords.matches(password, account?.password_hash ?? null);
    if (!account || !matches) {
      await countFailedLogin(db, { email, ip, now: now() });
      throw new ApiError('INVALID', messages.WRONG_PASSWORD);
    }
    assertCanLogIn({ permissions: getPermissions(account.role), verified: account.email_verified_at !== null });
    const at = now();
    const origin = { device: describeDevice(call.userAgent), network: shortenIp(ip) };
    const created = await db.transaction().execute(async (trx) => {
      const secrets = await createSession(trx, { id: account.id, passwordHash: account.password_hash }, at, origin);
      if (!secrets) return null;
      await undoAttempt(trx, attempt);
      const cookieValue = call.getCookie(deviceCookie.name);
      const device = await rememberDevice(trx, { userId: account.id, cookie: cookieValue }, at);
      if (device.isNew && (await canMail(trx, 'new-device', account.email)))
        await deps.queueMail(trx, newDeviceMail(toRecipient(account), { ...origin, at }, deps));
      return { secrets, device };
    });
    if (!created) throw new ApiError('INVALID', messages.WRONG_PASSWORD);
    const maxAge = ROLES[account.role].session.total / 1000;
    call.setCookie(cookie.name, created.secrets.key, { ...cookie.options, maxAge });
    call.setCookie(deviceCookie.name, created.device.secret, {
      ...deviceCookie.options,
      maxAge: REMEMBERED_DAYS * DAY_SECONDS,
    });
    return getSessionView(db, account.id, created.secrets);
  }
}
