import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../platform/http/contract.ts';
import { type ActionContext, type Handler, action, command, query } from '../../platform/http/handlers.ts';
import { assertConfirmed } from '../../platform/http/route-permission.ts';
import { CHECK_FIELDS } from '../../platform/text/common-messages.ts';
import { deleteOwnAccount } from './account-deletion/commands.server.ts';
import { enqueueRemainder } from './account-deletion/jobs.server.ts';
import * as routes from './contract.ts';
import { undoAttempt } from './login-throttling.commands.server.ts';
import * as messages from './messages.ts';
import * as ownAccount from './own-account/contract.ts';
import { checkOwnPassword } from './passwords/check-password.server.ts';
import {
  assertStrong,
  changePassword,
  resetPassword,
  sendResetLink,
  toPasswordContext,
} from './passwords/commands.server.ts';
import { changePassword as changePasswordRoute } from './passwords/contract.ts';
import { changeProfile } from './profile.commands.server.ts';
import { getAccountById, getProfile, isResetLink } from './queries.server.ts';
import { registerAccount, resendVerification, verifyAddress } from './registration.commands.server.ts';
import { hashSecret } from '../../platform/http/secrets.server.ts';
import { sessionCookie } from './sessions/session-cookie.ts';
import { getOwnSingleSignOn } from './single-sign-on/queries.server.ts';

/** Handlers for signed-out visitors that send or redeem an emailed link. */
export const mailedLinkHandlers: readonly Handler[] = [
  action(routes.register, (context, { password, ...form }) =>
    withMinDuration(async () => {
      const names = [form.first_name, form.last_name];
      assertStrong(password, { email: form.email, names, siteName: context.site.name });
      const passwordHash = await context.passwords.hash(password);
      await context.db.transaction().execute((trx) => registerAccount({ ...context, trx }, { ...form, passwordHash }));
      return { message: messages.REGISTERED };
    }),
  ),
  action(routes.forgotPassword, (context, input) =>
    withMinDuration(async () => {
      await context.db.transaction().execute((trx) => sendResetLink({ ...context, trx }, input));
      return { message: messages.RESET_LINK_SENT };
    }),
  ),
  query(routes.validatePasswordReset, async (db, _caller, { token }, { at }) => ({
    valid: await isResetLink(db, hashSecret(token), at),
  })),
  action(routes.resetPassword, async (context, input) => {
    const reset = { ...input, passwordHash: await context.passwords.hash(input.password) };
    const { isFirst } = await context.db.transaction().execute((trx) => resetPassword({ ...context, trx }, reset));
    return { message: isFirst ? messages.FIRST_PASSWORD_CHOSEN : messages.PASSWORD_CHANGED };
  }),
  command(routes.verifyEmail, verifyAddress, messages.EMAIL_VERIFIED),
];

/** Handlers of the caller's own account, and of deleting one. */
export const ownAccountHandlers: readonly Handler[] = [
  command(routes.resendVerification, resendVerification, messages.VERIFICATION_RESENT),
  query(routes.ownProfile, (db, caller, { expand }) => getProfile(db, caller.id, expand === 'true')),
  action(routes.changeProfile, (context, form) =>
    withMinDuration(async () => ({
      message: await context.db.transaction().execute((trx) => changeProfile({ ...context, trx }, form)),
    })),
  ),
  action(changePasswordRoute, async (context, { currentPassword, password, revoke_service_tokens }) => {
    const { account, attempt } = await checkOwnPassword(context, { currentPassword });
    if (password === currentPassword) throw new ApiError('INVALID', CHECK_FIELDS, { password: messages.SAME_PASSWORD });
    assertStrong(password, toPasswordContext(account, context.site.name));
    const change = {
      account,
      passwordHash: await context.passwords.hash(password),
      revokesTokens: revoke_service_tokens,
    };
    await context.db.transaction().execute(async (trx) => {
      await changePassword({ ...context, trx }, change);
      await undoAttempt(trx, attempt);
    });
    return { message: messages.PASSWORD_CHANGED_HERE };
  }),
  query(ownAccount.ownDataSummary, async (db, caller, _input, { countAccountData }) =>
    countAccountData(db, await getAccountById(db, caller.id)),
  ),
  action(ownAccount.deleteOwnAccount, async (context, { password }) => {
    const { db, at, publishEvent, jobs } = context;
    const { account, attempt } = await confirmDeletion(context, password);
    const deletion = { id: account.id, role: account.role, at };
    await db.transaction().execute(async (trx) => {
      await deleteOwnAccount(trx, deletion, publishEvent);
      await enqueueRemainder(trx, jobs, account.id);
      if (attempt) await undoAttempt(trx, attempt);
    });
    const cookie = sessionCookie(context.siteUrl);
    context.setCookie(cookie.name, '', { ...cookie.options, maxAge: 0 });
    return { message: messages.ACCOUNT_DELETED };
  }),
];

/** Requires the password; of an account without one, that its user has confirmed recently who they are. */
async function confirmDeletion(context: ActionContext<'unverified'>, password: string | undefined) {
  const { db, actor, singleSignOn } = context;
  const { has_password } = await getOwnSingleSignOn(db, actor.id, singleSignOn);
  if (has_password) return checkOwnPassword(context, { password: password ?? '' });
  assertConfirmed(context);
  return { account: await getAccountById(db, actor.id), attempt: null };
}

/** Milliseconds; far more than the difference between email addresses with and without an account. */
const MIN_DURATION_MS = 250;

/** Delays the response to MIN_DURATION_MS, so that its time does not reveal whether an email address has an account. */
async function withMinDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), delay(MIN_DURATION_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
