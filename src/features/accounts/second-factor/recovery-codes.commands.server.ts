import { randomBytes } from 'node:crypto';
import type { Trx } from '../../../platform/db/transaction.ts';
import { hashSecret } from '../../../platform/http/secrets.server.ts';

const CODES = 10;
/** Without letters and digits that look alike. 32 characters are 5 bits each. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789';
/** 120 bits: a code of at least 112 bits may be stored as a plain hash (OWASP ASVS 5.0, 6.5.2). */
const CODE_LENGTH = 24;
const GROUP = /.{6}(?!$)/g;

/** Replaces the recovery codes of an account. @returns the new ones, in groups of six characters; only their hashes are stored */
export async function replaceRecoveryCodes(trx: Trx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, createCode);
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashSecret(code), user_id: userId })))
    .execute();
  return codes.map((code) => code.replace(GROUP, '$&-'));
}

/** Whether this is a recovery code of the account, in lower case without hyphens. It cannot be used again. */
export async function redeemRecoveryCode(trx: Trx, userId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashSecret(code))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

function createCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
