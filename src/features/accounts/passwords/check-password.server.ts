import { ApiError } from '../../../platform/http/contract.ts';
import type { ActionContext } from '../../../platform/http/handlers.ts';
import { CHECK_FIELDS } from '../../../platform/text/common-messages.ts';
import { countFailedLogin } from '../failed-login-audit.commands.server.ts';
import { type LoginAttempt, countAttempt } from '../login-throttling.commands.server.ts';
import { WRONG_OWN_PASSWORD } from '../messages.ts';
import { mayUsePassword } from '../sessions/single-sign-on-policy.ts';
import { type Account, getAccountById } from '../queries.server.ts';

/**
 * Checks the password of the signed-in user, with the limits of log-in: somebody who has taken over a session cannot guess it faster here.
 * @param input the password by the name of its field
 * @returns the account, and the counted attempt, which the transaction that follows takes back
 * @throws {ApiError} INVALID for a wrong password; TOO_MANY_REQUESTS
 */
export async function checkOwnPassword(
  { db, actor, at, ip, passwords, singleSignOn }: ActionContext<'unverified'>,
  input: Readonly<Record<string, string>>,
): Promise<{ account: Account; attempt: LoginAttempt }> {
  const [[field, password] = ['', '']] = Object.entries(input);
  const account = await getAccountById(db, actor.id);
  const subject = { email: account.email, ip, now: at };
  const attempt = await countAttempt(db, subject);
  const hash = mayUsePassword(account.role, singleSignOn) ? account.password_hash : null;
  if (await passwords.matches(password, hash)) return { account, attempt };
  await countFailedLogin(db, subject);
  throw new ApiError('INVALID', CHECK_FIELDS, { [field]: WRONG_OWN_PASSWORD });
}
