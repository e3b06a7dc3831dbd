import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { isApiError } from '../../../platform/http/contract.ts';
import { type CallContext, type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { AccountDeps } from '../commands.server.ts';
import * as accountRoutes from '../contract.ts';
import { countFailedLogin } from '../failed-login-audit.commands.server.ts';
import { countAttempt, undoAttempt } from '../login-throttling.commands.server.ts';
import * as messages from '../messages.ts';
import { checkOwnPassword } from '../passwords/check-password.server.ts';
import type { Passwords } from '../passwords/hashing.server.ts';
import { type Account, getAccountById } from '../queries.server.ts';
import {
  acceptConfirmingCode,
  acceptConfirmingPasskey,
  beginPasskeyConfirmation,
} from '../second-factor/confirm.server.ts';
import type { SecondFactorPolicy } from '../sessions/second-factor-policy.server.ts';
import { confirmSession, endOtherSessions, endOwnSession, endSession } from '../sessions/commands.server.ts';
import * as factorRoutes from '../second-factor/contract.ts';
import * as routes from '../sessions/contract.ts';
import { getSessionView, listOwnSessions } from '../sessions/queries.server.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';

interface Deps extends AccountDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly secondFactor: SecondFactorPolicy;
  readonly now: () => Date;
}

/** Routes for logging out, and for the list of the caller's sessions. */
export function sessionHandlers({ db, secondFactor, siteUrl, now }: Deps): RouteHandler[] {
  const cookie = sessionCookie(siteUrl);
  return [
    createHandler(accountRoutes.currentSession, async (_input, { actor, session }) => ({
      session: actor && session ? await getSessionView({ db, secondFactor }, actor.id, session) : null,
    })),
    createHandler(accountRoutes.logOut, async (_input, call) => {
      const { session, userId } = { session: call.session, userId: requireActor(call).id };
      if (session) await db.transaction().execute((trx) => endSession(trx, { id: session.id, userId }, now()));
      call.setCookie(cookie.name, '', { ...cookie.options, maxAge: 0 });
      return { message: messages.LOGGED_OUT };
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
}

/**
 * Routes that confirm the identity of the caller by password or second factor. Both count as log-in attempts, so that somebody who has
 * taken over a session cannot guess either faster here.
 */
export function confirmationHandlers({ db, passwords, now, ...deps }: Deps): RouteHandler[] {
  const confirm = async (
    { session }: CallContext,
    { id, password_hash }: Account,
    accept: (trx: Trx) => Promise<void>,
  ) => {
    await db.transaction().execute(async (trx) => {
      // It locks the account first, as log-in does.
      if (session) await confirmSession(trx, { id, passwordHash: password_hash }, session, now());
      await accept(trx);
    });
    return { message: messages.IDENTITY_CONFIRMED };
  };
  return [
    createHandler(routes.confirmWithPassword, async ({ password }, call) => {
      const { account, attempt } = await checkOwnPassword({ ...deps, db, passwords, now }, call, { password });
      return confirm(call, account, (trx) => undoAttempt(trx, attempt));
    }),
    createHandler(factorRoutes.confirmWithCode, async ({ code }, call) => {
      const account = await getAccountById(db, requireActor(call).id);
      const subject = { email: account.email, ip: call.ip, now: now() };
      const attempt = await countAttempt(db, subject);
      try {
        return await confirm(call, account, async (trx) => {
          await acceptConfirmingCode(trx, { userId: account.id, code, at: now() });
          await undoAttempt(trx, attempt);
        });
      } catch (error) {
        if (isApiError(error) && error.fields?.['code'] !== undefined) await countFailedLogin(db, subject);
        throw error;
      }
    }),
    createHandler(factorRoutes.beginConfirmWithPasskey, (_input, call) =>
      beginPasskeyConfirmation(db, deps, requireActor(call).id, now()),
    ),
    createHandler(factorRoutes.confirmWithPasskey, async (proof, call) => {
      const account = await getAccountById(db, requireActor(call).id);
      return confirm(call, account, (trx) =>
        acceptConfirmingPasskey(trx, deps, { ...proof, userId: account.id, at: now() }),
      );
    }),
  ];
}
