import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { createSecret, hashSecret } from '../../../platform/http/secrets.server.ts';
import { STEP_EXPIRED } from '../messages.ts';

const STEP_MINUTES = 5;
/** After as many wrong codes, the log-in begins again with the password. */
const MAX_CODES = 5;

type Purpose = Database['second_factor_steps']['purpose'];

/** Begins something that is finished with the token, within a few minutes. Stores only the hash of the token. */
export async function beginStep(
  db: Db,
  purpose: Purpose,
  userId: string | null,
  at: Date,
  singleSignOn = false,
): Promise<string> {
  const token = createSecret();
  const expires_at = new Date(at.getTime() + STEP_MINUTES * 60_000);
  await db
    .insertInto('second_factor_steps')
    .values({ token_hash: hashSecret(token), purpose, user_id: userId, expires_at, single_sign_on: singleSignOn })
    .execute();
  return token;
}

/**
 * Counts a code before it is checked, so that concurrent calls cannot try more than MAX_CODES.
 * @returns the account, whether this is the last code that may be tried, and whether the log-in began by single sign-on
 * @throws {ApiError} INVALID when the step has expired
 */
export async function countCode(
  db: Db,
  token: string,
  at: Date,
): Promise<{ userId: string; isLast: boolean; singleSignOn: boolean }> {
  const counted = await db
    .updateTable('second_factor_steps')
    .set({ attempts: sql`attempts + 1` })
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', 'log-in')
    .where('expires_at', '>', at)
    .where('attempts', '<', MAX_CODES)
    .returning(['user_id', 'attempts', 'single_sign_on'])
    .executeTakeFirst();
  if (!counted?.user_id) throw stepExpiredError();
  const { user_id: userId, attempts, single_sign_on: singleSignOn } = counted;
  return { userId, isLast: attempts === MAX_CODES, singleSignOn };
}

/**
 * Finishes a step, which works once. Ending all sessions of an account ends its steps too: the transaction must lock the row of the
 * user first.
 * @returns the purpose, whether it began by single sign-on, and the account, null for a log-in with a passkey only
 * @throws {ApiError} INVALID when it has expired or was finished
 */
export async function finishStep(
  trx: Trx,
  purposes: readonly Purpose[],
  token: string,
  at: Date,
): Promise<{ purpose: Purpose; userId: string | null; singleSignOn: boolean }> {
  const finished = await trx
    .deleteFrom('second_factor_steps')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', at)
    .returning(['purpose', 'user_id as userId', 'single_sign_on as singleSignOn'])
    .executeTakeFirst();
  if (!finished) throw stepExpiredError();
  return finished;
}

function stepExpiredError(): ApiError {
  return new ApiError('INVALID', STEP_EXPIRED);
}
