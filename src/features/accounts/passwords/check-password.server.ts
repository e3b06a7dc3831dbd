import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CallContext } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { countFailedLogin } from '../failed-login-audit.commands.server.ts';
import { type LoginAttempt, countAttempt } from '../login-throttling.commands.server.ts';
import { WRONG_OWN_PASSWORD } from '../messages.ts';
import { type SingleSignOnPolicy, mayUsePassword } from '../sessions/single-sign-on-policy.ts';
import { type Account, getAccountById } from '../queries.server.ts';
import type { Passwords } from './hashing.server.ts';

interface Deps {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly singleSignOn: SingleSignOnPolicy | null;
  readonly now: () => Date;
}

/**
 * Checks the password of the signed-in user, with the limits of log-in: somebody who has taken over a session cannot guess it faster here.
 * @param input the password by the name of its field
 * @returns the account, and the counted attempt, which the transaction that follows takes back
 * @throws {ApiError} INVALID for a wrong password; TOO_MANY_REQUESTS
 */
export async function checkOwnPassword(
  { db, passwords, singleSignOn, now }: Deps,
  call: Pick<CallContext, 'actor' | 'ip'>,
  input: Readonly<Record<string, string>>,
): Promise<{ account: Account; attempt: LoginAttempt }> {
  const [[field, password] = ['', '']] = Object.entries(input);
  const account = await getAccountById(db, requireActor(call).id);
  const subject = { email: account.email, ip: call.ip, now: now() };
  const attempt = await countAttempt(db, subject);
  const hash = mayUsePassword(account.role, singleSignOn) ? account.password_hash : null;
  if (await passwords.matches(password, hash)) return { account, attempt };
  await countFailedLogin(db, subject);
  throw new ApiError('INVALID', CHECK_FIELDS, { [field]: WRONG_OWN_PASSWORD });
}
