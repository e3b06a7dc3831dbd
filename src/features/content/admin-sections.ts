import { isLinkVisible } from '../accounts/policy.ts';
import type { Session } from '../accounts/schema.ts';

/** The parts of the back office, by their addresses. */
const OFFICE = {
  '/admin/users': 'Users',
  '/admin/locations': 'Locations',
  '/admin/notifications': 'Notifications',
  '/admin/audit-logs': 'Audit Logs',
  '/admin/content': 'Content',
  '/admin/settings': 'Settings',
} as const;

/** The parts that somebody may open, each with its address. */
export function partsFor(user: Session['user'] | null): [string, string][] {
  return Object.entries(OFFICE).filter(([href]) => isLinkVisible(href, user));
}

/** The address of the part that a page is in. */
export function officePart(pathname: string): keyof typeof OFFICE | undefined {
  const parts = Object.keys(OFFICE) as (keyof typeof OFFICE)[];
  return parts.find((address) => pathname === address || pathname.startsWith(`${address}/`));
}
