import type { Marks, Fixtures } from './fixtures.ts';

/** The addresses of all pages, and of the files with data of locations. */
export const PAGES: readonly ((fixtures: Fixtures, marks: Marks) => string | string[])[] = [
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
  ({ user, owner, board }) => [
    `/admin/users/${user}`,
    `/admin/users/${owner}?archived=true`,
    `/admin/users/${owner}/boards/${board}`,
  ],
  ({ own }) => [
    `/locations/${own.location}`,
    `/locations/${own.location}/preview`,
    `/admin/locations/${own.location}`,
    `/admin/locations/${own.location}/preview`,
  ],
  () => [
    '/register-location',
    '/locations',
    '/admin/users',
    '/admin/users?query=isla&role=SCOUT&sortBy=email',
    '/admin/locations',
    '/admin/notifications',
    '/admin/notifications?type=board&status=all',
    '/admin/audit-logs',
    '/admin/audit-logs?sortBy=user&user=isla',
  ],
  ({ team: { enquiry } }) => [
    '/admin/enquiries?state=all',
    '/admin/enquiries/templates',
    `/admin/enquiries/${enquiry.id}`,
    `/enquiry?token=${enquiry.link}`,
  ],
  ({ team: { page } }) => [
    '/admin/content',
    `/admin/content/${page}`,
    `/admin/content/${page}/preview`,
    `/${page}?preview=${page}`,
    '/admin/content/menu',
    '/admin/content/footer',
    '/admin/content/options',
    '/admin/settings',
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
