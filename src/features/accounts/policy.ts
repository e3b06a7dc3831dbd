import type { Role } from '../../platform/http/contract.ts';
import type { Session } from './schema.ts';

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

/** Who may open a page: as for calls, and those that are only for whoever is not signed in. */
type PageAccess = 'public' | 'signed-out' | 'unverified' | 'signed-in' | readonly Role[];

/** By address; the first that fits holds. Pages not named here are for everybody. */
const PAGES: readonly (readonly [RegExp, PageAccess])[] = [
  [/^\/boards\/public(\/|$)/i, 'public'],
  [/^\/boards\/private(\/|$)/i, ['ADMIN']],
  [/^\/boards(\/archived)?\/?$/i, ['SCOUT', 'ADMIN']],
  // A board, and a location of it, opens for whoever it is shared with.
  [/^\/boards\//i, 'signed-in'],
  [/^\/(register-location|locations)(\/|$)/i, ['OWNER']],
  [/^\/(edit-profile|email-not-verified)(\/|$)/i, 'unverified'],
  [/^\/admin(\/|$)/i, ['ADMIN']],
  [/^\/reset-password(\/|$)/i, 'signed-out'],
];
const accessTo = (pathname: string): PageAccess => PAGES.find(([address]) => address.test(pathname))?.[1] ?? 'public';
const NOT_VERIFIED = '/email-not-verified';

/**
 * Where whoever may not open a page goes instead; undefined for those who may.
 * @param page the path, and all of the address, for the way back after logging in
 */
export function turnedAway(
  page: { pathname: string; href: string },
  user: Session['user'] | null,
): { to: string; hash?: string } | undefined {
  const access = accessTo(page.pathname);
  if (access === 'public') return undefined;
  if (access === 'signed-out') return user ? { to: '/' } : undefined;
  if (!user) return { to: '/', hash: logInHash(page.href) };
  if (access === 'unverified') return undefined;
  if (!user.verified) return { to: NOT_VERIFIED };
  return access === 'signed-in' || access.includes(user.role) ? undefined : { to: '/' };
}

/** Whether a link leads somebody of this role anywhere: pages of other roles are not offered. Nobody signed in can still log in. */
export function isOffered(href: string, role: Role | undefined): boolean {
  const inside = insideTheSite(href);
  if (role === undefined || inside === undefined) return true;
  const access = accessTo(new URL(inside, ANYWHERE).pathname);
  return typeof access === 'string' || access.includes(role);
}

/** The fragment that opens the log-in modal, and keeps where the visitor was going. */
export function logInHash(href: string): string {
  return `log-in=${href}`;
}

/** What a fragment asks of the log-in modal. */
export interface LogInAim {
  readonly tab: 'log-in' | 'register';
  /** Chosen already by whoever asks to register. */
  readonly role?: 'SCOUT' | 'OWNER';
  /** Where to go once logged in: an address of this site. */
  readonly href?: string;
}

/** Undefined where a fragment asks nothing; content links to #register-scout and #register-owner, from any page. */
export function aimOf(hash: string): LogInAim | undefined {
  if (hash === 'register-scout') return { tab: 'register', role: 'SCOUT' };
  if (hash === 'register-owner') return { tab: 'register', role: 'OWNER' };
  const [, href] = /^log-in=(.*)$/.exec(hash) ?? [];
  if (href === undefined) return undefined;
  const inside = insideTheSite(href);
  return { tab: 'log-in', ...(inside !== undefined && { href: inside }) };
}

const ANYWHERE = 'https://site.invalid';

/** Anybody can write a link with a fragment: it must not lead away from the site. */
function insideTheSite(href: string): string | undefined {
  const url = href.startsWith('/') ? URL.parse(href, ANYWHERE) : null;
  // Without its origin, a path of two slashes would name another one.
  const isInside = url?.origin === ANYWHERE && !url.pathname.startsWith('//');
  return isInside ? url.pathname + url.search + url.hash : undefined;
}
