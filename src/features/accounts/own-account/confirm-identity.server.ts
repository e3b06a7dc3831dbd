import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { CHECK_FIELDS } from '../../../platform/messages.ts';
import { countAttempt, undoAttempt } from '../login-throttling/commands.server.ts';
import { WRONG_CURRENT_PASSWORD } from '../messages.ts';
import type { Passwords } from '../passwords/hashing.server.ts';
import type { Account } from '../queries.server.ts';

/**
 * Asserts that somebody who is signed in knows the password of the account, before something that cannot be undone. Counts as an attempt
 * to log in.
 * @throws {ApiError} INVALID; TOO_MANY_REQUESTS
 */
export async function assertOwnPassword(
  { db, passwords }: { readonly db: Db; readonly passwords: Passwords },
  account: Pick<Account, 'email' | 'password_hash'>,
  { password, ip, now }: { readonly password: string; readonly ip: string; readonly now: Date },
): Promise<void> {
  const attempt = await countAttempt(db, { email: account.email, ip, now });
  if (!(await passwords.matches(password, account.password_hash)))
    throw new ApiError('INVALID', CHECK_FIELDS, { password: WRONG_CURRENT_PASSWORD });
  await db.transaction().execute((trx) => undoAttempt(trx, attempt));
}
