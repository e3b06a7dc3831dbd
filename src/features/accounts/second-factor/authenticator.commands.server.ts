import { Secret, TOTP } from 'otpauth';
import { randomBytes } from 'node:crypto';
import type { Trx } from '../../../platform/db/transaction.ts';
import { toQrCode } from '../../../platform/text/qr-code.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { WRONG_CODE } from '../messages.ts';

/** Bytes, as long as the hash of the codes (RFC 4226, section 4). */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Codes of this many periods before and after the present one are accepted: clocks of telephones differ. */
const WINDOW = 1;

/** The secret and URL for setting up an authenticator app. */
export interface AuthenticatorKey {
  /** In Base32, for typing. */
  readonly key: string;
  readonly qr_code: { readonly size: number; readonly path: string };
}

/** Creates the key of a new authenticator, which does not count before {@link confirmAuthenticator}. */
export async function createAuthenticator(
  trx: Trx,
  { userId, label, issuer }: { userId: string; label: string; issuer: string },
): Promise<AuthenticatorKey> {
  const secret = randomBytes(SECRET_BYTES);
  await trx
    .insertInto('authenticators')
    .values({ user_id: userId, secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, confirmed_at: null, last_period: null }))
    .execute();
  const totp = createTotp(secret, { label, issuer });
  return { key: totp.secret.base32, qr_code: toQrCode(totp.toString()) };
}

/**
 * Whether this is a code of the account's authenticator app that was not used before. It cannot be used again.
 * @param state whether the authenticator is in use, or being set up
 */
export async function redeemAuthenticatorCode(
  trx: Trx,
  { userId, code, at }: { userId: string; code: string; at: Date },
  state: 'confirmed' | 'new' = 'confirmed',
): Promise<boolean> {
  const isConfirmed = state === 'confirmed' ? ('is not' as const) : ('is' as const);
  const authenticator = await trx
    .selectFrom('authenticators')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed, null)
    .forUpdate()
    .executeTakeFirst();
  // The library throws for six characters of more than six bytes.
  if (!authenticator || !/^\d{6}$/.test(code)) return false;
  const timestamp = at.getTime();
  const delta = createTotp(authenticator.secret).validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const period = TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
  const { numUpdatedRows } = await trx
    .updateTable('authenticators')
    .set({ last_period: period, ...(state === 'new' && { confirmed_at: at }) })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_period', 'is', null), eb('last_period', '<', period)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function createTotp(secret: Buffer, names: { label?: string; issuer?: string } = {}): TOTP {
  const key = new Secret({ buffer: Uint8Array.from(secret).buffer });
  // All apps understand these three values; some ignore others.
  return new TOTP({ ...names, secret: key, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });
}

/** The error for a wrong code of any kind. */
export function wrongCodeError(): ApiError {
  return new ApiError('INVALID', WRONG_CODE, { code: WRONG_CODE });
}
