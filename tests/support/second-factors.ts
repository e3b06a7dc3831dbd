import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../src/platform/db/tables.ts';

/** An authenticator app, which knows the key of an account. */
export interface Authenticator {
  readonly getCode: (at: Date) => string;
}

/** Returns an authenticator app with a key in Base32. */
export function createAuthenticatorApp(key: string): Authenticator {
  const secret = Secret.fromBase32(key);
  return { getCode: (at) => TOTP.generate({ secret, timestamp: at.getTime() }) };
}

/** Sets up an authenticator app for an account. @param confirmedAt null if its first code is still to be entered */
export async function addAuthenticator(
  db: Kysely<Database>,
  userId: string,
  confirmedAt: Date | null = new Date(),
): Promise<Authenticator> {
  const secret = randomBytes(20);
  const changes = { secret, confirmed_at: confirmedAt, last_period: null };
  await db
    .insertInto('authenticators')
    .values({ user_id: userId, ...changes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute();
  return createAuthenticatorApp(new Secret({ buffer: Uint8Array.from(secret).buffer }).base32);
}
