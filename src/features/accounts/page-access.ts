import type { Access, Permission } from '../../platform/http/contract.ts';
import { type RegisteringRole, can } from './permissions.ts';
import type { Session } from './schema.ts';

/** Access to a page: as for API calls, or only for signed-out visitors. */
type PageAccess = Access | 'signed-out';

/** The page with the user's password and sessions. */
export const SECURITY_PAGE = '/edit-profile/security';

/** The page that an identity provider redirects to. */
export const SINGLE_SIGN_ON_PAGE = '/log-in/single-sign-on';

/** A page of the back office. */
interface AdminPage {
  /** The label of its link in the bar: it is a section. */
  readonly label?: string;
  /** Whether users save views of its list, by the last segment of the path. */
  readonly hasViews?: true;
}

/**
 * Access by path prefix, where `*` matches any segment. The first match wins; other pages are public. Sections are in the order of their
 * links.
 */
const PAGES: readonly (readonly [string, PageAccess, AdminPage?])[] = [
  ['/boards/public', 'public'],
  ['/boards/shared', 'public'],
  ['/boards/guest', 'public'],
  ['/boards/private', 'board.private'],
  ['/boards/archived', 'board.own'],
  ['/boards/*/answers', 'board.link'],
  ['/boards/*', 'board.view'],
  ['/boards', 'board.own'],
  ['/register-location', 'location.own'],
  ['/locations', 'location.own'],
  ['/edit-profile', 'unverified'],
  ['/email-not-verified', 'unverified'],
  ['/admin/overview', 'overview.view', { label: 'Overview' }],
  ['/admin/users', 'user.view', { label: 'Users', hasViews: true }],
  ['/admin/locations/bulk-changes', 'location.change-many', { hasViews: true }],
  ['/admin/locations', 'location.administer', { label: 'Locations', hasViews: true }],
  ['/admin/import', 'location.import'],
  ['/admin/enquiries/templates', 'enquiry.edit-templates'],
  ['/admin/enquiries', 'enquiry.view', { label: 'Enquiries', hasViews: true }],
  ['/admin/productions', 'production.view', { label: 'Productions', hasViews: true }],
  ['/admin/diary', 'production.view', { hasViews: true }],
  ['/admin/impact', 'production.view'],
  ['/admin/companies', 'company.manage', { hasViews: true }],
  ['/admin/people', 'company.manage', { hasViews: true }],
  ['/admin/review/templates', 'reason-template.edit'],
  ['/admin/review', 'location.review', { label: 'Review', hasViews: true }],
  ['/admin/duplicates', 'location.merge', { label: 'Duplicates', hasViews: true }],
  ['/admin/notifications', 'notification.view', { label: 'Notifications', hasViews: true }],
  ['/admin/audit-logs', 'audit-log.view', { label: 'Audit Logs', hasViews: true }],
  ['/admin/content/options', 'option.edit'],
  ['/admin/content', 'content.edit', { label: 'Content', hasViews: true }],
  ['/admin/search-terms', 'search.edit-terms', { label: 'Search', hasViews: true }],
  ['/admin/settings', 'operations.manage', { label: 'Settings' }],
  ['/admin', 'back-office.open'],
  ['/reset-password', 'signed-out'],
];

/** Returns the access of the page at a path. */
export function getPageAccess(pathname: string): PageAccess {
  const segments = pathname.toLowerCase().split('/');
  const matches = (pattern: string) =>
    pattern.split('/').every((part, i) => (part === '*' ? segments[i] : part === segments[i]));
  return PAGES.find(([pattern]) => matches(pattern))?.[1] ?? 'public';
}
const NOT_VERIFIED = '/email-not-verified';

/**
 * Returns where to redirect a user who may not open a page; undefined for those who may.
 * @param page the path, and the whole URL to return to after logging in
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
  if (user.needsSecondFactor) return { to: SECURITY_PAGE };
  return can(user, access) ? undefined : { to: '/' };
}

/** Whether a link is shown to a user. Signed-out visitors see all links, as they can log in; others see those they may open. */
export function isLinkVisible(href: string, user: Session['user'] | null): boolean {
  const path = toInternalPath(href);
  if (user === null || path === undefined) return true;
  const access = getPageAccess(new URL(path, BASE_URL).pathname);
  return access === 'public' || access === 'unverified' || access === 'signed-out' || can(user, access);
}

/** Lists the path and the label of each section of the back office that a user may open. */
export function listAdminSections(user: Session['user'] | null): [path: string, label: string][] {
  return PAGES.flatMap(([path, , { label } = {}]) => (label && isLinkVisible(path, user) ? [[path, label]] : []));
}

/** Returns the path of the section that a page belongs to. */
export function getAdminSection(pathname: string): string | undefined {
  // Imports belong to the locations, companies, people, the diary and the impact to the productions, but have their own URLs.
  const inSection = pathname
    .replace(/^\/admin\/import(?=\/|$)/, '/admin/locations')
    .replace(/^\/admin\/(companies|people|diary|impact)(?=\/|$)/, '/admin/productions');
  return PAGES.find(([path, , page]) => page?.label && (inSection === path || inSection.startsWith(`${path}/`)))?.[0];
}

/** Returns the permission that a list requires; undefined for a list without saved views. */
export function getListPermission(list: string): Permission | undefined {
  const [, access] = PAGES.find(([path, , page]) => page?.hasViews && path.split('/').at(-1) === list) ?? [];
  return access as Permission | undefined;
}

/** Returns the fragment that opens the log-in modal and continues to `href` after logging in. */
export function logInHash(href: string): string {
  return `log-in=${href}`;
}

/** Destination after log-in: the user's own page. */
export const OWN_PAGE = 'own page';

/** Initial state of the log-in modal. */
export interface LogInIntent {
  readonly tab: 'log-in' | 'register';
  /** Preselected role for registering. */
  readonly role?: RegisteringRole;
  /** Path to open after logging in. */
  readonly href?: string;
}

/** Parses a fragment; undefined if it does not open the modal. Content pages link to #register-scout and #register-owner. */
export function parseLogInHash(hash: string): LogInIntent | undefined {
  if (hash === 'register-scout') return { tab: 'register', role: 'SCOUT' };
  if (hash === 'register-owner') return { tab: 'register', role: 'OWNER' };
  const [, href] = /^log-in=(.*)$/.exec(hash) ?? [];
  if (href === undefined) return undefined;
  const path = toInternalPath(href);
  return { tab: 'log-in', ...(path !== undefined && { href: path }) };
}

const BASE_URL = 'https://site.invalid';

/** Returns the path of a URL of this site, or undefined. Prevents open redirects: anyone can write a link with a fragment. */
export function toInternalPath(href: string): string | undefined {
  const url = href.startsWith('/') ? URL.parse(href, BASE_URL) : null;
  // A path that begins with two slashes would be a protocol-relative URL.
  const isSameOrigin = url?.origin === BASE_URL && !url.pathname.startsWith('//');
  return isSameOrigin ? url.pathname + url.search + url.hash : undefined;
}
