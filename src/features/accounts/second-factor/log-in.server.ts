import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { type AccountDeps, canMail } from '../commands.server.ts';
import { wrongCodesMail } from './mails.server.ts';
import { type Account, getAccountById } from '../queries.server.ts';
import { redeemAuthenticatorCode, wrongCodeError } from './authenticator.commands.server.ts';
import { mailChange } from './commands.server.ts';
import { getPasskeyOptions, listStoredPasskeys, verifyPasskey } from './passkeys.commands.server.ts';
import { getSecondFactors, listMethods } from './queries.server.ts';
import { redeemRecoveryCode } from './recovery-codes.commands.server.ts';
import type { PasskeyProof, PendingLogIn } from './schema.ts';
import { type SignOn, hasPassword } from '../sessions/commands.server.ts';
import { mayUsePassword } from '../sessions/single-sign-on-policy.ts';
import { beginStep, finishStep } from './steps.commands.server.ts';
import { PASSKEY_REFUSED, STEP_EXPIRED, WRONG_PASSWORD } from '../messages.ts';

/** A code of six digits is of an authenticator app, any other one a recovery code. */
const AUTHENTICATOR_CODE = /^\d{6}$/;

/**
 * Begins the second step of a log-in, after the password or single sign-on.
 * @returns undefined if the account has no second factor
 * @throws {ApiError} INVALID when the password has changed meanwhile
 */
export async function beginSecondStep(
  db: Db,
  deps: AccountDeps,
  { id, password_hash }: Account,
  at: Date,
  { singleSignOn = false } = {},
): Promise<PendingLogIn | undefined> {
  const methods = listMethods(await getSecondFactors(db, id));
  if (methods.length === 0) return undefined;
  const token = await db.transaction().execute(async (trx) => {
    // Whatever ends the sessions of the account waits for this step, and deletes it too.
    const isUnchanged = await hasPassword(trx, { id, passwordHash: password_hash });
    return isUnchanged ? beginStep(trx, 'log-in', id, at, singleSignOn) : undefined;
  });
  if (token === undefined) throw new ApiError('INVALID', WRONG_PASSWORD);
  if (!methods.includes('passkey')) return { token, methods };
  return { token, methods, passkey_options: await getPasskeyOptions(deps, token, await listStoredPasskeys(db, id)) };
}

/** Begins a log-in with a passkey only. */
export async function beginPasskeyStep(db: Db, deps: AccountDeps, at: Date) {
  const token = await beginStep(db, 'passkey-log-in', null, at);
  return { token, passkey_options: await getPasskeyOptions(deps, token, []) };
}

/** How the log-in began that a second step completes; null for a password, or a passkey instead of one. */
type Begun = Promise<SignOn | null>;

/** Accepts the code of a log-in. @throws {ApiError} INVALID when it is wrong or the log-in has expired */
export async function acceptCode(
  trx: Trx,
  deps: AccountDeps,
  { userId, token, code, at }: { userId: string; token: string; code: string; at: Date },
): Begun {
  await lockForLogIn(trx, userId);
  const step = await finishStep(trx, ['log-in'], token, at);
  if (step.userId !== userId) throw new ApiError('INVALID', STEP_EXPIRED);
  if (AUTHENTICATOR_CODE.test(code)) {
    if (!(await redeemAuthenticatorCode(trx, { userId, code, at }))) throw wrongCodeError();
  } else {
    if (!(await redeemRecoveryCode(trx, userId, code))) throw wrongCodeError();
    await recordAudit(trx, { type: 'RECOVERY_CODE_USED', actorId: userId, at });
    await mailChange(trx, deps, userId, 'recovery-code-used');
  }
  return toSignOn(step);
}

/** Accepts the passkey of a log-in. @throws {ApiError} INVALID when it does not match or the log-in has expired */
export async function acceptPasskey(
  trx: Trx,
  deps: AccountDeps,
  { account, token, passkey, at }: { account: Account; token: string; passkey: PasskeyProof; at: Date },
): Begun {
  const userId = account.id;
  await lockForLogIn(trx, userId);
  const step = await finishStep(trx, ['log-in', 'passkey-log-in'], token, at);
  if (step.userId !== null && step.userId !== userId) throw new ApiError('INVALID', PASSKEY_REFUSED);
  if (step.userId === null && !mayUsePassword(account.role, deps.singleSignOn))
    throw new ApiError('INVALID', PASSKEY_REFUSED);
  await verifyPasskey(trx, deps, { userId, token, passkey, alone: step.userId === null, at });
  return toSignOn(step);
}

function toSignOn({ singleSignOn }: { singleSignOn: boolean }): SignOn | null {
  return singleSignOn ? { hasSecondFactor: false } : null;
}

/** Warns somebody that a person who does not have the second factor knows their password, or could log in at the provider. */
export async function warnAboutWrongCodes(
  trx: Trx,
  deps: AccountDeps,
  { userId, singleSignOn, at }: { userId: string; singleSignOn: boolean; at: Date },
): Promise<void> {
  const { email, first_name: firstName } = await getAccountById(trx, userId);
  const provider = singleSignOn ? deps.singleSignOn?.name : undefined;
  if (await canMail(trx, 'wrong-codes', email, at))
    await deps.queueMail(trx, wrongCodesMail({ email, firstName }, deps, provider));
}

async function lockForLogIn(trx: Trx, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
}
