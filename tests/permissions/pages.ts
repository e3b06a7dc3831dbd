import { PAGES } from './expected.ts';
import type { Fixtures, Marks } from './fixtures.ts';

/** Further URLs that show data: of lists with filters, of locations that are not published, and of files. */
const MORE_URLS = [
  '/find-a-location?query=keeper',
  '/boards/{board}/location/{offline}',
  '/boards/{privateBoard}/location/{unpublished}',
  '/admin/users/{owner}?archived=true',
  '/admin/users?query=isla&role=SCOUT&sortBy=email',
  '/admin/notifications?type=board&status=all',
  '/admin/audit-logs?sortBy=user&user=isla',
  '/admin/enquiries?state=all',
  '/enquiry?token={enquiryLink}',
  '/{page}?preview={page}',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/sitemaps/locations-1.xml',
  '/robots.txt',
  '/api/openapi.json',
  '/api/docs',
];

/** The URLs at which nobody may see private data. Whoever has a link of a board may see what it leads to. */
export const SEARCHED_URLS: readonly string[] = [
  ...PAGES.map(({ name }) => name).filter((name) => !/\{(link|guestSecret)\}/.test(name)),
  ...MORE_URLS,
];

/** Replaces the names in braces by ids of the fixtures. */
export function toPath(url: string, fixtures: Fixtures, { offline, unpublished }: Marks = {}): string {
  const { own, team } = fixtures;
  const ids: Readonly<Record<string, unknown>> = {
    ...fixtures,
    ...team,
    offline,
    unpublished,
    ownLocation: own.location,
    enquiry: team.enquiry.id,
    production: team.production.id,
    enquiryLink: team.enquiry.link,
  };
  return url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id !== 'string' && typeof id !== 'number') throw new Error(`no fixture is called ${name}`);
    return String(id);
  });
}
