import type { Marks, Things } from './things.ts';

/** The address of every page, and of the files that speak of locations. */
export const PAGES: readonly ((things: Things, marks: Marks) => string | string[])[] = [
  () => [
    '/',
    '/find-a-location',
    '/find-a-location?query=keeper',
    '/contact-us',
    '/about',
    '/not-found',
    '/no-such-page',
  ],
  ({ locationUrl }) => [`/find-a-location/${locationUrl}`, `/location-enquiry/${locationUrl}`],
  () => ['/reset-password', '/verify-email', '/email-not-verified', '/edit-profile'],
  () => ['/boards', '/boards/archived', '/boards/private'],
  ({ board, privateBoard }) => [`/boards/${board}`, `/boards/${privateBoard}`],
  ({ board, privateBoard, location }, { offline, unpublished }) => [
    `/boards/${board}/location/${location}`,
    `/boards/${board}/location/${offline}`,
    `/boards/${privateBoard}/location/${unpublished}`,
  ],
  () => [
    '/register-location',
    '/locations',
    '/admin/users',
    '/admin/locations',
    '/admin/notifications',
    '/admin/audit-logs',
  ],
  () => [
    '/sitemap.xml',
    '/sitemaps/pages.xml',
    '/sitemaps/locations-1.xml',
    '/robots.txt',
    '/api/openapi.json',
    '/api/docs',
  ],
];
