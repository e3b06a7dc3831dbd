import type { Db } from '../../../platform/db/transaction.ts';
import type { FACTOR_METHODS, SecondFactors } from './schema.ts';

/** The second factors of an account. */
export async function getSecondFactors(db: Db, userId: string): Promise<Omit<SecondFactors, 'required'>> {
  const authenticator = await db
    .selectFrom('authenticators')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    authenticator: authenticator !== undefined,
    passkeys: passkeys.map(({ created_at, last_used_at, ...passkey }) => ({
      ...passkey,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    recovery_codes: Number(count),
  };
}

/** How many second factors an account has, without recovery codes. */
export async function countSecondFactors(db: Db, userId: string): Promise<number> {
  const { authenticator, passkeys } = await getSecondFactors(db, userId);
  return Number(authenticator) + passkeys.length;
}

/** The methods of an account to prove its second factor; empty if it has none. */
export function listMethods(factors: Omit<SecondFactors, 'required'>): (typeof FACTOR_METHODS)[number][] {
  const methods = [
    factors.authenticator && ('authenticator' as const),
    factors.passkeys.length > 0 && ('passkey' as const),
  ];
  const factorMethods = methods.filter((method) => method !== false);
  if (factorMethods.length === 0) return [];
  return factors.recovery_codes > 0 ? [...factorMethods, 'recovery-code'] : factorMethods;
}
