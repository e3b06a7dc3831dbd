import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type CallContext, type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import { LOG_IN_REQUIRED } from '../../../platform/text/common-messages.ts';
import { type LogInDeps, openSession } from '../log-in/router.server.ts';
import type { AccountEvent } from '../events.ts';
import { SINGLE_SIGN_ON_PAGE, toInternalPath } from '../page-access.ts';
import { getAccountById } from '../queries.server.ts';
import { beginSecondStep } from '../second-factor/log-in.server.ts';
import { confirmSession } from '../sessions/commands.server.ts';
import { createSecret, isWellFormedSecret } from '../sessions/secrets.server.ts';
import { singleSignOnCookie } from '../sessions/session-cookie.ts';
import { ATTEMPT_MINUTES, beginAttempt, finishAttempt } from './attempts.commands.server.ts';
import type { Identity } from './claims.ts';
import { findOrCreateAccount, isSamePerson, unlinkAccount } from './commands.server.ts';
import * as routes from './contract.ts';
import { NOT_AGAIN, NOT_LINKED, NOT_YOU, NO_SINGLE_SIGN_ON, REFUSALS, UNLINKED } from './messages.ts';
import { MAX_RETURN_PATH } from './schema.ts';
import type { Provider } from './provider.server.ts';
import { getOwnSingleSignOn } from './queries.server.ts';

interface Deps extends LogInDeps {
  readonly publishEvent: PublishEvent<AccountEvent>;
  readonly provider: Provider | undefined;
}

/** Clocks of site and provider may differ by this much. */
const CLOCK_SKEW_MS = 30_000;

/** Routes of single sign-on: logging in, confirming who one is, and unlinking an account. */
export function singleSignOnHandlers(deps: Deps): RouteHandler[] {
  const { db, now, siteUrl } = deps;
  const cookie = singleSignOnCookie(siteUrl);

  /** Begins something in the browser of the call. Returns the URL at the provider. */
  async function begin(call: CallContext, sessionId: string | null, returnTo: string | undefined) {
    const provider = requireProvider(deps);
    const existing = call.getCookie(cookie.name);
    const browser = isWellFormedSecret(existing) ? existing : createSecret();
    const attempt = { sessionId, returnTo: toReturnPath(returnTo), at: now() };
    const secrets = await beginAttempt(db, browser, attempt);
    const url = await provider.getAddress(secrets, sessionId !== null);
    call.setCookie(cookie.name, browser, { ...cookie.options, maxAge: ATTEMPT_MINUTES * 60 });
    return { url: url.href };
  }

  return [
    createHandler(routes.beginSingleSignOn, ({ return_to }, call) => begin(call, null, return_to)),
    createHandler(routes.confirmWithSingleSignOn, async ({ return_to }, call) => {
      requireProvider(deps);
      const { linked_at } = await getOwnSingleSignOn(db, requireActor(call).id, deps.singleSignOn);
      if (linked_at === null) throw new ApiError('CONFLICT', NOT_LINKED);
      return begin(call, call.session?.id ?? null, return_to);
    }),
    createHandler(routes.completeSingleSignOn, async ({ response }, call) => {
      const provider = requireProvider(deps);
      const state = new URLSearchParams(response).get('state');
      const attempt = await finishAttempt(db, { browser: call.getCookie(cookie.name), state, at: now() });
      const done = { session: null, is_confirmed: false, return_to: attempt.returnTo };
      if (attempt.sessionId === null) {
        const identity = await provider.redeem(response, attempt.secrets);
        return { ...done, ...(await logIn({ ...deps, provider }, call, identity)) };
      }
      const identity = await provider.redeem(response, attempt.secrets, ATTEMPT_MINUTES * 60);
      await confirm(deps, call, { ...attempt, identity });
      return { ...done, is_confirmed: true };
    }),
    createHandler(routes.ownSingleSignOnRoute, (_input, call) =>
      getOwnSingleSignOn(db, requireActor(call).id, deps.singleSignOn),
    ),
    createHandler(routes.unlinkUser, async ({ id }, call) => {
      const unlinking = { userId: id, actor: requireActor(call), at: now() };
      await db.transaction().execute((trx) => unlinkAccount(trx, unlinking));
      return { message: UNLINKED };
    }),
  ];
}

/** Logs in somebody whom the provider has logged in. Asks for the second factor of the account unless the provider has checked one. */
async function logIn(deps: Deps & { readonly provider: Provider }, call: CallContext, identity: Identity) {
  const { db, now } = deps;
  const { name } = deps.provider.settings;
  const outcome = await db
    .transaction()
    .execute((trx) => findOrCreateAccount(trx, { ...deps, provider: name }, identity, now()));
  if ('refusal' in outcome) throw new ApiError('INVALID', REFUSALS[outcome.refusal](name));
  const account = await getAccountById(db, outcome.userId);
  const { hasSecondFactor } = identity;
  if (!hasSecondFactor) {
    const second_factor = await beginSecondStep(db, deps, account, now(), { singleSignOn: true });
    if (second_factor) return { second_factor };
  }
  return { session: await openSession(deps, account, call, () => Promise.resolve({ hasSecondFactor })) };
}

/** Confirms the identity of the caller, who has logged in at the provider again since they were asked to. */
async function confirm(
  { db, now }: Deps,
  call: CallContext,
  { sessionId, startedAt, identity }: { sessionId: string | null; startedAt: Date; identity: Identity },
): Promise<void> {
  const { id } = requireActor(call);
  const { session } = call;
  if (!session || session.id !== sessionId) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
  const since = identity.authenticatedAt?.getTime() ?? 0;
  if (since < startedAt.getTime() - CLOCK_SKEW_MS) throw new ApiError('INVALID', NOT_AGAIN);
  const { password_hash } = await getAccountById(db, id);
  await db.transaction().execute(async (trx) => {
    if (!(await isSamePerson(trx, id, identity))) throw new ApiError('INVALID', NOT_YOU);
    await confirmSession(trx, { id, passwordHash: password_hash }, session, now());
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

function requireProvider({ provider }: Pick<Deps, 'provider'>): Provider {
  if (!provider) throw new ApiError('NOT_FOUND', NO_SINGLE_SIGN_ON);
  return provider;
}
