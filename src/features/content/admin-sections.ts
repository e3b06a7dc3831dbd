import { isLinkVisible } from '../accounts/policy.ts';
import type { Session } from '../accounts/schema.ts';

/** The parts of the back office, by their addresses. */
const ADMIN_SECTIONS = {
  '/admin/users': 'Users',
  '/admin/locations': 'Locations',
  '/admin/notifications': 'Notifications',
  '/admin/audit-logs': 'Audit Logs',
  '/admin/content': 'Content',
  '/admin/settings': 'Settings',
} as const;

/** The parts that somebody may open, each with its address. */
export function listAdminSections(user: Session['user'] | null): [string, string][] {
  return Object.entries(ADMIN_SECTIONS).filter(([href]) => isLinkVisible(href, user));
}

/** The address of the part that a page is in. */
export function getAdminSection(pathname: string): keyof typeof ADMIN_SECTIONS | undefined {
  const parts = Object.keys(ADMIN_SECTIONS) as (keyof typeof ADMIN_SECTIONS)[];
  return parts.find((address) => pathname === address || pathname.startsWith(`${address}/`));
}
