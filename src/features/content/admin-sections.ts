import { isLinkVisible } from '../accounts/page-access.ts';
import type { Session } from '../accounts/schema.ts';

/** The sections of the back office by path, in the order of their links. */
const ADMIN_SECTIONS = {
  '/admin/overview': 'Overview',
  '/admin/users': 'Users',
  '/admin/locations': 'Locations',
  '/admin/enquiries': 'Enquiries',
  '/admin/review': 'Review',
  '/admin/duplicates': 'Duplicates',
  '/admin/notifications': 'Notifications',
  '/admin/audit-logs': 'Audit Logs',
  '/admin/content': 'Content',
  '/admin/search-terms': 'Search',
  '/admin/settings': 'Settings',
} as const;

/** Lists the path and the label of each section that a user may open. */
export function listAdminSections(user: Session['user'] | null): [string, string][] {
  return Object.entries(ADMIN_SECTIONS).filter(([href]) => isLinkVisible(href, user));
}

/** Returns the path of the section that a page belongs to. */
export function getAdminSection(pathname: string): keyof typeof ADMIN_SECTIONS | undefined {
  const sections = Object.keys(ADMIN_SECTIONS) as (keyof typeof ADMIN_SECTIONS)[];
  // Imports belong to the locations, but have their own URL.
  const address = pathname.replace(/^\/admin\/import(?=\/|$)/, '/admin/locations');
  return sections.find((path) => address === path || address.startsWith(`${path}/`));
}
