import type { Role } from '../../platform/http/contract.ts';

/** What people read for a role. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  SCOUT: 'Location Professional',
  OWNER: 'Location Owner',
  ADMIN: 'Locations Team',
};

/** Where somebody's own page is. */
export function profilePath(role: Role): string {
  return role === 'OWNER' ? '/locations' : '/boards';
}

const FOR_SIGNED_IN =
  /^\/(?:boards(?!\/public\/)|register-location|locations|edit-profile|email-not-verified|admin)(?:\/|$)/;

/** Whether the pages at this address are for people who are signed in, whatever their role. */
export function isForSignedIn(pathname: string): boolean {
  return FOR_SIGNED_IN.test(pathname);
}

const ASKS = /^(?:log-in=|register-)/;

/** The fragment that opens the log-in modal, and keeps where the visitor was going. */
export function logInHash(href: string): string {
  return `log-in=${href}`;
}

/** Whether a fragment opens the log-in modal; content links to #register-scout and #register-owner, from any page. */
export function asksToLogIn(hash: string): boolean {
  return ASKS.test(hash);
}
