import { ApiError } from '../../../platform/http/contract.ts';
import { type ActionContext, type Handler, action, command, query } from '../../../platform/http/handlers.ts';
import { LOG_IN_REQUIRED } from '../../../platform/text/common-messages.ts';
import { openSession } from '../log-in/handlers.server.ts';
import { SINGLE_SIGN_ON_PAGE, toInternalPath } from '../page-access.ts';
import { getAccountById } from '../queries.server.ts';
import { beginSecondStep } from '../second-factor/log-in.server.ts';
import { confirmSession } from '../sessions/commands.server.ts';
import { createSecret, isWellFormedSecret } from '../../../platform/http/secrets.server.ts';
import { singleSignOnCookie } from '../sessions/session-cookie.ts';
import { ATTEMPT_MINUTES, type Attempt, beginAttempt, finishAttempt } from './attempts.commands.server.ts';
import type { Identity } from './claims.ts';
import { findOrCreateAccount, isSamePerson, unlinkAccount } from './commands.server.ts';
import * as routes from './contract.ts';
import { NOT_AGAIN, NOT_LINKED, NOT_YOU, NO_SINGLE_SIGN_ON, REFUSALS, UNLINKED, noLogInTime } from './messages.ts';
import type { Provider } from './provider.server.ts';
import { getOwnSingleSignOn } from './queries.server.ts';
import { MAX_RETURN_PATH } from './schema.ts';

/** Clocks of site and provider may differ by this much. */
const CLOCK_SKEW_MS = 30_000;

/** Handlers of single sign-on: logging in, confirming who one is, and unlinking an account. */
export const singleSignOnHandlers: readonly Handler[] = [
  action(routes.beginSingleSignOn, (context, { return_to }) => begin(context, null, return_to)),
  action(routes.confirmWithSingleSignOn, async (context, { return_to }) => {
    requireProvider(context);
    const { linked_at } = await getOwnSingleSignOn(context.db, context.actor.id, context.singleSignOn);
    if (linked_at === null) throw new ApiError('CONFLICT', NOT_LINKED);
    return begin(context, context.session?.id ?? null, return_to);
  }),
  action(routes.completeSingleSignOn, async (context, { response }) => {
    const provider = requireProvider(context);
    const state = new URLSearchParams(response).get('state');
    const browser = context.getCookie(singleSignOnCookie(context.siteUrl).name);
    const attempt = await finishAttempt(context.db, { browser, state, at: context.at });
    const done = { session: null, is_confirmed: false, return_to: attempt.returnTo };
    const identity = await provider.redeem(response, attempt.secrets);
    if (attempt.sessionId === null) return { ...done, ...(await logIn(context, provider, identity)) };
    await confirm(context, provider, attempt, identity);
    return { ...done, is_confirmed: true };
  }),
  query(routes.ownSingleSignOnRoute, (db, caller, _input, { singleSignOn }) =>
    getOwnSingleSignOn(db, caller.id, singleSignOn),
  ),
  command(routes.unlinkUser, unlinkAccount, UNLINKED),
];

/** Begins something in the browser of the call. Returns the URL at the provider. */
async function begin(context: ActionContext, sessionId: string | null, returnTo: string | undefined) {
  const provider = requireProvider(context);
  const cookie = singleSignOnCookie(context.siteUrl);
  const existing = context.getCookie(cookie.name);
  const browser = isWellFormedSecret(existing) ? existing : createSecret();
  const attempt = { sessionId, returnTo: toReturnPath(returnTo), at: context.at };
  const secrets = await beginAttempt(context.db, browser, attempt);
  const url = await provider.getAddress(secrets, sessionId !== null);
  context.setCookie(cookie.name, browser, { ...cookie.options, maxAge: ATTEMPT_MINUTES * 60 });
  return { url: url.href };
}

/** Logs in somebody whom the provider has logged in. Asks for the second factor of the account unless the provider has checked one. */
async function logIn(context: ActionContext, provider: Provider, identity: Identity) {
  const { db, at } = context;
  const { name } = provider.settings;
  const outcome = await db
    .transaction()
    .execute((trx) => findOrCreateAccount(trx, { ...context, provider: name }, identity, at));
  if ('refusal' in outcome) throw new ApiError('INVALID', REFUSALS[outcome.refusal](name));
  const account = await getAccountById(db, outcome.userId);
  const { hasSecondFactor } = identity;
  if (!hasSecondFactor) {
    const second_factor = await beginSecondStep(db, context, account, at, { singleSignOn: true });
    if (second_factor) return { second_factor };
  }
  return { session: await openSession(context, account, () => Promise.resolve({ hasSecondFactor })) };
}

/** Confirms the identity of the caller, who has logged in at the provider again since they were asked to. */
async function confirm(
  { db, actor, session, at }: ActionContext,
  { settings }: Provider,
  { sessionId, startedAt }: Attempt,
  identity: Identity,
): Promise<void> {
  if (!actor || !session || session.id !== sessionId) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
  if (!identity.authenticatedAt) throw new ApiError('INVALID', noLogInTime(settings.name));
  if (identity.authenticatedAt.getTime() < startedAt.getTime() - CLOCK_SKEW_MS)
    throw new ApiError('INVALID', NOT_AGAIN);
  const { password_hash } = await getAccountById(db, actor.id);
  await db.transaction().execute(async (trx) => {
    if (!(await isSamePerson(trx, actor.id, identity))) throw new ApiError('INVALID', NOT_YOU);
    await confirmSession(trx, { id: actor.id, passwordHash: password_hash }, session, at);
  });
}

/**
 * Anything but a page of this site with a short URL becomes the user's own page, and so does the page that completes a log-in.
 */
function toReturnPath(href: string | undefined): string | null {
  const path = href === undefined ? undefined : toInternalPath(href);
  const isUsable = path !== undefined && path.length <= MAX_RETURN_PATH && !path.startsWith(SINGLE_SIGN_ON_PAGE);
  return isUsable ? path : null;
}

function requireProvider({ provider }: Pick<ActionContext, 'provider'>): Provider {
  if (!provider) throw new ApiError('NOT_FOUND', NO_SINGLE_SIGN_ON);
  return provider;
}
