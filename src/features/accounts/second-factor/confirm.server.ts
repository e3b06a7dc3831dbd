import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { AccountDeps } from '../commands.server.ts';
import { PASSKEY_REFUSED } from '../messages.ts';
import { redeemAuthenticatorCode, wrongCodeError } from './authenticator.commands.server.ts';
import { getPasskeyOptions, listStoredPasskeys, verifyPasskey } from './passkeys.commands.server.ts';
import type { PasskeyProof } from './schema.ts';
import { beginStep, finishStep } from './steps.commands.server.ts';

/** Begins to confirm who somebody is with one of their passkeys. */
export async function beginPasskeyConfirmation(db: Db, deps: AccountDeps, userId: string, at: Date) {
  const token = await beginStep(db, 'confirm', userId, at);
  return { token, passkey_options: await getPasskeyOptions(deps, token, await listStoredPasskeys(db, userId)) };
}

/** Accepts a code of the authenticator app, not a recovery code: those are for those who have lost it. @throws {ApiError} INVALID */
export async function acceptConfirmingCode(trx: Trx, proof: { userId: string; code: string; at: Date }): Promise<void> {
  if (!(await redeemAuthenticatorCode(trx, proof))) throw wrongCodeError();
}

/** Accepts a passkey of the account. @throws {ApiError} INVALID when it does not match or too much time has passed */
export async function acceptConfirmingPasskey(
  trx: Trx,
  deps: AccountDeps,
  proof: { userId: string; token: string; passkey: PasskeyProof; at: Date },
): Promise<void> {
  const step = await finishStep(trx, ['confirm'], proof.token, proof.at);
  if (step.userId !== proof.userId) throw new ApiError('INVALID', PASSKEY_REFUSED);
  await verifyPasskey(trx, deps, { ...proof, alone: false });
}
