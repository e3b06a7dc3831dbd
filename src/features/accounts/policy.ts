import type { Access } from '../../platform/http/contract.ts';
import { type RegisteringRole, can } from './permissions.ts';
import type { Session } from './schema.ts';

/** Who may open a page: as for calls, and those that are only for whoever is not signed in. */
type PageAccess = Access | 'signed-out';

/** By the beginning of the path, where `*` is any part; the first that fits holds. Pages not named here are for everybody. */
const PAGES: readonly (readonly [string, PageAccess])[] = [
  ['/boards/public', 'public'],
  ['/boards/private', 'board.private'],
  ['/boards/archived', 'board.keep'],
  ['/boards/*', 'board.view'],
  ['/boards', 'board.keep'],
  ['/register-location', 'location.own'],
  ['/locations', 'location.own'],
  ['/edit-profile', 'unverified'],
  ['/email-not-verified', 'unverified'],
  ['/admin/users', 'user.view'],
  ['/admin/locations', 'location.administer'],
  ['/admin/notifications', 'notification.view'],
  ['/admin/audit-logs', 'audit-log.view'],
  ['/admin/content/options', 'option.edit'],
  ['/admin/content', 'content.edit'],
  ['/admin/settings', 'operations.manage'],
  ['/admin', 'back-office.open'],
  ['/reset-password', 'signed-out'],
];

/** Who may open the page at a path. */
export function getPageAccess(pathname: string): PageAccess {
  const segments = pathname.toLowerCase().split('/');
  const matches = (address: string) =>
    address.split('/').every((part, i) => (part === '*' ? segments[i] : part === segments[i]));
  return PAGES.find(([address]) => matches(address))?.[1] ?? 'public';
}
const NOT_VERIFIED = '/email-not-verified';

/**
 * Where whoever may not open a page goes instead; undefined for those who may.
 * @param page the path, and all of the address, for the way back after logging in
 */
export function getRedirect(
  page: { pathname: string; href: string },
  user: Session['user'] | null,
): { to: string; hash?: string } | undefined {
  const access = getPageAccess(page.pathname);
  if (access === 'public') return undefined;
  if (access === 'signed-out') return user ? { to: '/' } : undefined;
  if (!user) return { to: '/', hash: logInHash(page.href) };
  if (access === 'unverified') return undefined;
  if (!user.verified) return { to: NOT_VERIFIED };
  return can(user, access) ? undefined : { to: '/' };
}

/** Whether somebody is offered a link: all but those to pages whose permission they lack. Whoever is not signed in can still log in. */
export function isLinkVisible(href: string, user: Session['user'] | null): boolean {
  const path = toInternalPath(href);
  if (user === null || path === undefined) return true;
  const access = getPageAccess(new URL(path, BASE_URL).pathname);
  return access === 'public' || access === 'unverified' || access === 'signed-out' || can(user, access);
}

/** The fragment that opens the log-in modal, and keeps where the visitor was going. */
export function logInHash(href: string): string {
  return `log-in=${href}`;
}

/** What a fragment asks of the log-in modal. */
export interface LogInIntent {
  readonly tab: 'log-in' | 'register';
  /** Chosen already by whoever asks to register. */
  readonly role?: RegisteringRole;
  /** Where to go once logged in: an address of this site. */
  readonly href?: string;
}

/** Undefined where a fragment asks nothing; content links to #register-scout and #register-owner, from any page. */
export function parseLogInHash(hash: string): LogInIntent | undefined {
  if (hash === 'register-scout') return { tab: 'register', role: 'SCOUT' };
  if (hash === 'register-owner') return { tab: 'register', role: 'OWNER' };
  const [, href] = /^log-in=(.*)$/.exec(hash) ?? [];
  if (href === undefined) return undefined;
  const path = toInternalPath(href);
  return { tab: 'log-in', ...(path !== undefined && { href: path }) };
}

const BASE_URL = 'https://site.invalid';

/** Anybody can write a link with a fragment: it must not lead away from the site. */
function toInternalPath(href: string): string | undefined {
  const url = href.startsWith('/') ? URL.parse(href, BASE_URL) : null;
  // Without its origin, a path of two slashes would name another one.
  const isSameOrigin = url?.origin === BASE_URL && !url.pathname.startsWith('//');
  return isSameOrigin ? url.pathname + url.search + url.hash : undefined;
}
