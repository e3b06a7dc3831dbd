import { type Role, roleHas } from '../permissions.ts';

/** Single sign-on, as the rest of the site needs to know it; null where there is none. */
export interface SingleSignOnPolicy {
  /** The name of the provider. */
  readonly name: string;
  /** Whether those who can use it may also log in with a password: the setting TEAM_PASSWORDS. */
  readonly teamPasswords: boolean;
}

/** Whether the accounts of a role may use single sign-on: those with access to the back office. */
export function usesSingleSignOn(role: Role): boolean {
  return roleHas(role, 'back-office.open');
}

/** Whether an account of a role may use a password, or a passkey instead of one. */
export function mayUsePassword(role: Role, policy: SingleSignOnPolicy | null): boolean {
  return policy === null || policy.teamPasswords || !usesSingleSignOn(role);
}
