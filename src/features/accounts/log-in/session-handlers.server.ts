import type { Trx } from '../../../platform/db/transaction.ts';
import { isApiError } from '../../../platform/http/contract.ts';
import { type ActionContext, type Handler, action, command, query } from '../../../platform/http/handlers.ts';
import * as accountRoutes from '../contract.ts';
import { countFailedLogin } from '../failed-login-audit.commands.server.ts';
import { countAttempt, undoAttempt } from '../login-throttling.commands.server.ts';
import * as messages from '../messages.ts';
import { checkOwnPassword } from '../passwords/check-password.server.ts';
import { type Account, getAccountById } from '../queries.server.ts';
import {
  acceptConfirmingCode,
  acceptConfirmingPasskey,
  beginPasskeyConfirmation,
} from '../second-factor/confirm.server.ts';
import * as factorRoutes from '../second-factor/contract.ts';
import { confirmSession, endOtherSessions, endOwnSession, endSession } from '../sessions/commands.server.ts';
import * as routes from '../sessions/contract.ts';
import { getSessionView, listOwnSessions } from '../sessions/queries.server.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';

/** Handlers of logging out, and of the list of the caller's sessions. */
export const sessionHandlers: readonly Handler[] = [
  query(accountRoutes.currentSession, async (db, caller, _input, { session, secondFactor }) => ({
    session: caller && session ? await getSessionView({ db, secondFactor }, caller.id, session) : null,
  })),
  // The cookie is deleted after the commit.
  action(accountRoutes.logOut, async ({ db, actor, session, at, siteUrl, setCookie }) => {
    if (session) await db.transaction().execute((trx) => endSession(trx, { id: session.id, userId: actor.id }, at));
    const cookie = sessionCookie(siteUrl);
    setCookie(cookie.name, '', { ...cookie.options, maxAge: 0 });
    return { message: messages.LOGGED_OUT };
  }),
  query(routes.ownSessions, (db, caller, _input, { session, at }) => listOwnSessions(db, caller.id, session, at)),
  command(routes.endOwnSession, endOwnSession, messages.SESSION_ENDED),
  command(routes.endOtherSessions, async (context) => ({
    message: messages.otherSessionsEnded(await endOtherSessions(context)),
  })),
];

/**
 * Handlers that confirm the identity of the caller by password or second factor. Both count as log-in attempts, so that somebody who has
 * taken over a session cannot guess either faster here.
 */
export const confirmationHandlers: readonly Handler[] = [
  action(routes.confirmWithPassword, async (context, { password }) => {
    const { account, attempt } = await checkOwnPassword(context, { password });
    return confirm(context, account, (trx) => undoAttempt(trx, attempt));
  }),
  action(factorRoutes.confirmWithCode, async (context, { code }) => {
    const { db, actor, at, ip } = context;
    const account = await getAccountById(db, actor.id);
    const subject = { email: account.email, ip, now: at };
    const attempt = await countAttempt(db, subject);
    try {
      return await confirm(context, account, async (trx) => {
        await acceptConfirmingCode(trx, { userId: account.id, code, at });
        await undoAttempt(trx, attempt);
      });
    } catch (error) {
      if (isApiError(error) && error.fields?.['code'] !== undefined) await countFailedLogin(db, subject);
      throw error;
    }
  }),
  action(factorRoutes.beginConfirmWithPasskey, (context) =>
    beginPasskeyConfirmation(context.db, context, context.actor.id, context.at),
  ),
  action(factorRoutes.confirmWithPasskey, async (context, proof) => {
    const account = await getAccountById(context.db, context.actor.id);
    return confirm(context, account, (trx) =>
      acceptConfirmingPasskey(trx, context, { ...proof, userId: account.id, at: context.at }),
    );
  }),
];

async function confirm(
  { db, session, at }: ActionContext,
  { id, password_hash }: Account,
  accept: (trx: Trx) => Promise<void>,
) {
  await db.transaction().execute(async (trx) => {
    // It locks the account first, as log-in does.
    if (session) await confirmSession(trx, { id, passwordHash: password_hash }, session, at);
    await accept(trx);
  });
  return { message: messages.IDENTITY_CONFIRMED };
}
