import { type Role, roleHas } from '../permissions.ts';

/** Whether roles with access to the back office need a second factor: the setting SECOND_FACTOR. */
export type SecondFactorPolicy = 'optional' | 'required';

/** Whether an account of a role has its permissions only with a second factor. */
export function requiresSecondFactor(role: Role, policy: SecondFactorPolicy): boolean {
  return policy === 'required' && roleHas(role, 'back-office.open');
}
