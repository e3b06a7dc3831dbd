import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler, requireActor } from '../../../platform/http/route-handlers.ts';
import type { AccountDeps } from '../commands.server.ts';
import * as accountRoutes from '../contract.ts';
import { undoAttempt } from '../login-throttling/commands.server.ts';
import * as messages from '../messages.ts';
import { checkOwnPassword } from '../passwords/check-password.server.ts';
import type { Passwords } from '../passwords/hashing.server.ts';
import type { SecondFactorPolicy } from '../sessions/second-factor-policy.server.ts';
import { confirmSession, endOtherSessions, endOwnSession, endSession } from '../sessions/commands.server.ts';
import * as routes from '../sessions/contract.ts';
import { getSessionView, listOwnSessions } from '../sessions/queries.server.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';

interface Deps extends AccountDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly secondFactor: SecondFactorPolicy;
  readonly now: () => Date;
}

/** Logging out, the list of the own sessions, and confirming who one is. */
export function sessionHandlers({ db, passwords, secondFactor, siteUrl, singleSignOn, now }: Deps): RouteHandler[] {
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
    createHandler(routes.confirmWithPassword, async ({ password }, call) => {
      const { account, attempt } = await checkOwnPassword({ db, passwords, singleSignOn, now }, call, { password });
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
}
