/** The parts of the back office, by their addresses. */
export const OFFICE = {
  '/admin/users': 'Users',
  '/admin/locations': 'Locations',
  '/admin/notifications': 'Notifications',
  '/admin/audit-logs': 'Audit Logs',
  '/admin/content': 'Content',
  '/admin/settings': 'Settings',
} as const;

/** The address of the part that a page is in. */
export function officePart(pathname: string): keyof typeof OFFICE | undefined {
  const parts = Object.keys(OFFICE) as (keyof typeof OFFICE)[];
  return parts.find((address) => pathname === address || pathname.startsWith(`${address}/`));
}
