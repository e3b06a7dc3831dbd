import { createHmac } from 'node:crypto';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { createSecret, hashSecret } from '../../../platform/http/secrets.server.ts';
import { SIGN_ON_EXPIRED } from './messages.ts';
import type { SignOnSecrets } from './provider.server.ts';

/** How long somebody may take at the provider, where they perhaps have to find their telephone first. */
export const ATTEMPT_MINUTES = 10;

/** The purpose of an attempt. */
export interface Attempt {
  /** The session whose user confirms their identity; null for a log-in. */
  readonly sessionId: string | null;
  readonly returnTo: string | null;
  readonly startedAt: Date;
}

/**
 * Begins a log-in or a confirmation. Nonce and code verifier are derived from the secret of the browser and the state. The database has
 * only the hashes of both.
 * @param browser the secret in the cookie of the browser
 */
export async function beginAttempt(
  db: Db,
  browser: string,
  { sessionId, returnTo, at }: { sessionId: string | null; returnTo: string | null; at: Date },
): Promise<SignOnSecrets> {
  const state = createSecret();
  await db
    .insertInto('single_sign_on_attempts')
    .values({
      state_hash: hashSecret(state),
      browser_hash: hashSecret(browser),
      session_id: sessionId,
      return_to: returnTo,
      started_at: at,
      expires_at: new Date(at.getTime() + ATTEMPT_MINUTES * 60_000),
    })
    .execute();
  return deriveSecrets(browser, state);
}

/**
 * Finishes an attempt, which works once, in the browser in which it began.
 * @throws {ApiError} INVALID
 */
export async function finishAttempt(
  db: Db,
  { browser, state, at }: { browser: string | undefined; state: string | null; at: Date },
): Promise<Attempt & { readonly secrets: SignOnSecrets }> {
  const finished =
    browser !== undefined &&
    state !== null &&
    (await db
      .deleteFrom('single_sign_on_attempts')
      .where('state_hash', '=', hashSecret(state))
      .where('browser_hash', '=', hashSecret(browser))
      .where('expires_at', '>', at)
      .returning(['session_id as sessionId', 'return_to as returnTo', 'started_at as startedAt'])
      .executeTakeFirst());
  if (!finished) throw new ApiError('INVALID', SIGN_ON_EXPIRED);
  return { ...finished, secrets: deriveSecrets(browser, state) };
}

function deriveSecrets(browser: string, state: string): SignOnSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', Buffer.from(browser, 'base64url')).update(`${purpose} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}
