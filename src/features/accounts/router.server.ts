import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../platform/db/transaction.ts';
import type { PublishEvent } from '../../platform/db/transaction-events.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type CallContext, type RouteHandler, createHandler } from '../../platform/http/route-handlers.ts';
import { type Actor, assertConfirmed, requireActor } from '../../platform/http/route-permission.ts';
import { type CountAccountData, administrationHandlers } from './administration/router.server.ts';
import type { JobSender } from '../../platform/jobs/job-queue.ts';
import type { AccountDeps } from './commands.server.ts';
import { deleteAccount, deleteOwnAccount } from './account-deletion/commands.server.ts';
import { enqueueRemainder } from './account-deletion/jobs.server.ts';
import * as ownAccount from './own-account/contract.ts';
import * as routes from './contract.ts';
import type { AccountEvent } from './events.ts';
import { changePassword as changePasswordRoute } from './passwords/contract.ts';
import { checkOwnPassword } from './passwords/check-password.server.ts';
import {
  assertStrong,
  changePassword,
  resetPassword,
  sendResetLink,
  toPasswordContext,
} from './passwords/commands.server.ts';
import type { Passwords } from './passwords/hashing.server.ts';
import { changeProfile } from './profile.commands.server.ts';
import { getAccountById, isResetLink, getProfile } from './queries.server.ts';
import { registerAccount, resendVerification, verifyAddress } from './registration.commands.server.ts';
import { confirmationHandlers, sessionHandlers } from './log-in/sessions-router.server.ts';
import { hashSecret } from './sessions/secrets.server.ts';
import { sessionCookie } from './sessions/session-cookie.ts';
import type { SecondFactorPolicy } from './sessions/second-factor-policy.server.ts';
import { secondFactorHandlers } from './second-factor/router.server.ts';
import { getOwnSingleSignOn } from './single-sign-on/queries.server.ts';
import type { Provider } from './single-sign-on/provider.server.ts';
import { singleSignOnHandlers } from './single-sign-on/router.server.ts';
import { logInHandlers } from './log-in/router.server.ts';
import { undoAttempt } from './login-throttling.commands.server.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import * as messages from './messages.ts';

interface Deps extends AccountDeps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly publishEvent: PublishEvent<AccountEvent>;
  readonly jobs: Pick<JobSender, 'enqueue'>;
  readonly countAccountData: CountAccountData;
  /** Throws an ApiError if the person may not log in at the moment because of maintenance. */
  readonly assertCanLogIn: (person: Pick<Actor, 'permissions' | 'verified'>) => void;
  readonly secondFactor: SecondFactorPolicy;
  readonly provider: Provider | undefined;
  readonly now: () => Date;
}

/** Routes of accounts and sessions. */
export function accountHandlers(parts: Deps): RouteHandler[] {
  return [
    ...sessionHandlers(parts),
    ...confirmationHandlers(parts),
    ...logInHandlers(parts),
    ...mailedLinkHandlers(parts),
    ...ownAccountHandlers(parts),
    ...secondFactorHandlers(parts),
    ...singleSignOnHandlers(parts),
    ...administrationHandlers(parts),
  ];
}

/** Routes for signed-out visitors that send or redeem an emailed link. */
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
      const { isFirst } = await db.transaction().execute((trx) => resetPassword(trx, deps, reset));
      return { message: isFirst ? messages.FIRST_PASSWORD_CHOSEN : messages.PASSWORD_CHANGED };
    }),
    createHandler(routes.verifyEmail, async ({ token }, { session }) => {
      await db.transaction().execute((trx) => verifyAddress(trx, token, session, now()));
      return { message: messages.EMAIL_VERIFIED };
    }),
  ];
}

function ownAccountHandlers({ db, publishEvent, jobs, passwords, now, ...deps }: Deps): RouteHandler[] {
  /** Requires the password; of an account without one, that its user has confirmed recently who they are. */
  async function confirmDeletion(password: string | undefined, call: CallContext) {
    const { id } = requireActor(call);
    const { has_password } = await getOwnSingleSignOn(db, id, deps.singleSignOn);
    if (has_password) return checkOwnPassword({ ...deps, db, passwords, now }, call, { password: password ?? '' });
    assertConfirmed(call);
    return { account: await getAccountById(db, id), attempt: null };
  }
  return [
    createHandler(routes.resendVerification, async (_input, call) => {
      await db.transaction().execute((trx) => resendVerification(trx, deps, requireActor(call).id, now()));
      return { message: messages.VERIFICATION_RESENT };
    }),
    createHandler(routes.ownProfile, ({ expand }, call) => getProfile(db, requireActor(call).id, expand === 'true')),
    createHandler(routes.changeProfile, (form, call) =>
      withMinDuration(async () => {
        const { session, isConfirmed } = call;
        const change = { actor: requireActor(call), session, isConfirmed, form, at: now() };
        return { message: await db.transaction().execute((trx) => changeProfile(trx, deps, change)) };
      }),
    ),
    createHandler(changePasswordRoute, async ({ currentPassword, password, revoke_service_tokens }, call) => {
      const { account, attempt } = await checkOwnPassword({ ...deps, db, passwords, now }, call, { currentPassword });
      if (password === currentPassword)
        throw new ApiError('INVALID', CHECK_FIELDS, { password: messages.SAME_PASSWORD });
      assertStrong(password, toPasswordContext(account, deps.site.name));
      const passwordHash = await passwords.hash(password);
      await db.transaction().execute(async (trx) => {
        const change = {
          account,
          session: call.session,
          passwordHash,
          revokesTokens: revoke_service_tokens,
          at: now(),
        };
        await changePassword(trx, { ...deps, publishEvent }, change);
        await undoAttempt(trx, attempt);
      });
      return { message: messages.PASSWORD_CHANGED_HERE };
    }),
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
      const { account, attempt } = await confirmDeletion(password, call);
      const deletion = { id: account.id, role: account.role, at: now() };
      await db.transaction().execute(async (trx) => {
        await deleteOwnAccount(trx, deletion, publishEvent);
        await enqueueRemainder(trx, jobs, account.id);
        if (attempt) await undoAttempt(trx, attempt);
      });
      const cookie = sessionCookie(deps.siteUrl);
      call.setCookie(cookie.name, '', { ...cookie.options, maxAge: 0 });
      return { message: messages.ACCOUNT_DELETED };
    }),
  ];
}

/** Milliseconds; far more than the difference between email addresses with and without an account. */
const MIN_DURATION_MS = 250;

/** Delays the response to MIN_DURATION_MS, so that its time does not reveal whether an email address has an account. */
async function withMinDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(MIN_DURATION_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
