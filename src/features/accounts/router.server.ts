import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../platform/db/transaction.ts';
import type { PublishEvent } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/contract.ts';
import {
  type Actor,
  type RouteHandler,
  type CallContext,
  requireActor,
  createHandler,
} from '../../platform/http/route-handlers.ts';
import { type CountAccountData, administrationHandlers } from './administration/router.server.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { AccountDeps } from './commands.server.ts';
import { deleteAccount, deleteOwnAccount } from './deletion/commands.server.ts';
import { enqueueRemainder } from './deletion/jobs.server.ts';
import * as ownAccount from './own-account/contract.ts';
import { assertOwnPassword } from './own-account/confirm-identity.server.ts';
import * as routes from './contract.ts';
import type { AccountEvent } from './events.ts';
import { assertStrong, resetPassword, sendResetLink } from './passwords/commands.server.ts';
import type { Passwords } from './passwords/hashing.server.ts';
import { changeProfile } from './profile/commands.server.ts';
import { ROLES, getPermissions } from './permissions.ts';
import { findAccountByEmail, getAccountById, isResetLink, getProfile } from './queries.server.ts';
import { registerAccount, resendVerification, verifyAddress } from './registration/commands.server.ts';
import type { Session } from './schema.ts';
import { createSession, endSession } from './sessions/commands.server.ts';
import type { Cookie } from './sessions/session-cookie.ts';
import { getSessionView } from './sessions/queries.server.ts';
import { hashSecret } from './sessions/secrets.server.ts';
import { countAttempt, undoAttempt } from './login-throttling/commands.server.ts';
import * as messages from './messages.ts';

interface Deps extends AccountDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly cookie: Cookie;
  readonly publishEvent: PublishEvent<AccountEvent>;
  readonly jobs: Pick<JobSender, 'enqueue'>;
  readonly countAccountData: CountAccountData;
  /** Throws an ApiError if the person may not log in at the moment because of maintenance. */
  readonly assertCanLogIn: (person: Pick<Actor, 'permissions' | 'verified'>) => void;
  readonly now: () => Date;
}

/** Routes of accounts and sessions. */
export function accountHandlers(parts: Deps): RouteHandler[] {
  return [
    ...sessionHandlers(parts),
    ...mailedLinkHandlers(parts),
    ...ownAccountHandlers(parts),
    ...administrationHandlers(parts),
  ];
}

function sessionHandlers({ db, passwords, cookie, assertCanLogIn, now }: Deps): RouteHandler[] {
  return [
    createHandler(routes.currentSession, async (_input, { actor, session }) => ({
      session: actor && session ? await getSessionView(db, actor.id, session) : null,
    })),
    createHandler(routes.logIn, async ({ email, password }, call) => ({
      session: await logIn(email, password, call),
    })),
    createHandler(routes.logOut, async (_input, call) => {
      const { session, userId } = { session: call.session, userId: requireActor(call).id };
      if (session) await db.transaction().execute((trx) => endSession(trx, { id: session.id, userId }, now()));
      call.setCookie(cookie.name, '', { ...cookie.options, maxAge: 0 });
      return { message: messages.LOGGED_OUT };
    }),
  ];

  async function logIn(email: string, password: string, { ip, setCookie }: CallContext): Promise<Session | null> {
    const attempt = await countAttempt(db, { email, ip, now: now() });
    const account = await findAccountByEmail(db, email);
    const matches = await passwords.matches(password, account?.password_hash ?? null);
    if (!account || !matches) throw new ApiError('INVALID', messages.WRONG_PASSWORD);
    assertCanLogIn({ permissions: getPermissions(account.role), verified: account.email_verified_at !== null });
    const secrets = await db.transaction().execute(async (trx) => {
      const created = await createSession(trx, { id: account.id, passwordHash: account.password_hash }, now());
      if (created) await undoAttempt(trx, attempt);
      return created;
    });
    if (!secrets) throw new ApiError('INVALID', messages.WRONG_PASSWORD);
    const maxAge = ROLES[account.role].session.total / 1000;
    setCookie(cookie.name, secrets.key, { ...cookie.options, maxAge });
    return getSessionView(db, account.id, secrets);
  }
}

/** Routes for signed-out visitors that send or redeem a mailed link. */
function mailedLinkHandlers({ db, passwords, now, ...deps }: Deps): RouteHandler[] {
  return [
    createHandler(routes.register, ({ password, ...form }) =>
      withMinDuration(async () => {
        const names = [form.first_name, form.last_name];
        assertStrong(password, { email: form.email, names, siteName: deps.site.name });
        const hash = await passwords.hash(password);
        await db.transaction().execute((trx) => registerAccount(trx, deps, form, hash, now()));
        return { message: messages.REGISTERED };
      }),
    ),
    createHandler(routes.forgotPassword, (input) =>
      withMinDuration(async () => {
        await db.transaction().execute((trx) => sendResetLink(trx, deps, input, now()));
        return { message: messages.RESET_LINK_SENT };
      }),
    ),
    createHandler(routes.validatePasswordReset, async ({ token }) => ({
      valid: await isResetLink(db, hashSecret(token), now()),
    })),
    createHandler(routes.resetPassword, async ({ token, password }, { ip }) => {
      const reset = { token, password, passwordHash: await passwords.hash(password), ip, at: now() };
      await db.transaction().execute((trx) => resetPassword(trx, deps, reset));
      return { message: messages.PASSWORD_CHANGED };
    }),
    createHandler(routes.verifyEmail, async ({ token }, { session }) => {
      await db.transaction().execute((trx) => verifyAddress(trx, token, session, now()));
      return { message: messages.EMAIL_VERIFIED };
    }),
  ];
}

function ownAccountHandlers({ db, publishEvent, jobs, passwords, cookie, now, ...deps }: Deps): RouteHandler[] {
  return [
    createHandler(routes.resendVerification, async (_input, call) => {
      await db.transaction().execute((trx) => resendVerification(trx, deps, requireActor(call).id, now()));
      return { message: messages.VERIFICATION_RESENT };
    }),
    createHandler(routes.ownProfile, ({ expand }, call) => getProfile(db, requireActor(call).id, expand === 'true')),
    createHandler(routes.changeProfile, (form, call) =>
      withMinDuration(async () => {
        const change = { actor: requireActor(call), session: call.session, form, at: now() };
        return { message: await db.transaction().execute((trx) => changeProfile(trx, deps, change)) };
      }),
    ),
    createHandler(routes.deleteUser, async ({ id }, call) => {
      const deletion = { id, actorId: requireActor(call).id, at: now() };
      await db.transaction().execute(async (trx) => {
        await deleteAccount(trx, deletion, publishEvent);
        await enqueueRemainder(trx, jobs, id);
      });
      return { message: messages.USER_DELETED };
    }),
    createHandler(ownAccount.ownDataSummary, async (_input, call) =>
      deps.countAccountData(await getAccountById(db, requireActor(call).id)),
    ),
    createHandler(ownAccount.deleteOwnAccount, async ({ password }, call) => {
      const account = await getAccountById(db, requireActor(call).id);
      await assertOwnPassword({ db, passwords }, account, { password, ip: call.ip, now: now() });
      const deletion = { id: account.id, role: account.role, at: now() };
      await db.transaction().execute(async (trx) => {
        await deleteOwnAccount(trx, deletion, publishEvent);
        await enqueueRemainder(trx, jobs, account.id);
      });
      call.setCookie(cookie.name, '', { ...cookie.options, maxAge: 0 });
      return { message: messages.ACCOUNT_DELETED };
    }),
  ];
}

/** Milliseconds; far more than the difference between addresses with and without an account. */
const MIN_DURATION_MS = 250;

/** Delays the response to MIN_DURATION_MS, so that its time does not reveal whether an address has an account. */
async function withMinDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(MIN_DURATION_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
