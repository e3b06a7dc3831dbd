import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { type Role, roleHas } from '../permissions.ts';

/** Whether roles with access to the back office need a second factor: the setting SECOND_FACTOR. */
export type SecondFactorPolicy = 'optional' | 'required';

/** Whether an account of a role has its permissions only with a second factor. */
export function requiresSecondFactor(role: Role, policy: SecondFactorPolicy): boolean {
  return policy === 'required' && roleHas(role, 'back-office.open');
}

/** Whether the account of a row of `users` has a second factor. */
export function hasSecondFactor(eb: ExpressionBuilder<Database, 'users'>) {
  return eb
    .or([
      eb.exists(
        eb
          .selectFrom('authenticators')
          .select('user_id')
          .whereRef('user_id', '=', 'users.id')
          .where('confirmed_at', 'is not', null),
      ),
      eb.exists(eb.selectFrom('passkeys').select('passkeys.id').whereRef('user_id', '=', 'users.id')),
    ])
    .$castTo<boolean>();
}

/** Whether a session began by single sign-on with a second factor that the provider has checked. */
export function hasProviderFactor(eb: ExpressionBuilder<Database, 'users'>, sessionId: string) {
  return eb
    .exists(
      eb
        .selectFrom('sessions')
        .select('sessions.id')
        .where('sessions.id', '=', sessionId)
        .where('provider_second_factor', '=', true),
    )
    .$castTo<boolean>();
}
