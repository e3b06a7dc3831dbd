import { type Row, parseRows } from './expected.ts';
import type { Fixtures, Marks } from './fixtures.ts';

/**
 * The permission that every page requires; the response to each caller follows from the permissions of the roles. Parts in braces are ids
 * of fixtures. The last column is the response to permitted callers, if not 200: a status or the URL of a redirect.
 */
export const PAGES: readonly Row[] = parseRows(
  `
/                                    public
/find-a-location                     public
/find-a-location/{locationUrl}       public
/location-enquiry/{locationUrl}      public
/contact-us                          public
/about                               public
/not-found                           public              404
/no-such-page                        public              404
/reset-password                      signed-out
/enquiry                             public              404
/enquiry?from=mail                   public
/verify-email                        public              /
/log-in/single-sign-on               public
/verify-email?from=mail              public
/email-not-verified                  unverified
/edit-profile                        unverified
/edit-profile/security               unverified
/boards                              board.own
/boards/archived                     board.own
/boards/private                      board.private
/boards/{board}                      board.view
/boards/{privateBoard}               board.view
/boards/{board}/enquire              board.view
/boards/{board}/location/{location}  board.view
/boards/public/{link}                public
/boards/public/no-such-link          public              404
/register-location                   location.own
/locations                           location.own
/locations/{ownLocation}             location.own
/locations/{ownLocation}/preview     location.own
/admin/no-such-page                  back-office.open    404
/admin/overview                      overview.view
/admin/users                         user.view
/admin/users/{user}                  user.view
/admin/users/{owner}/boards/{board} user.view
/admin/users/{user}/boards/{board}   user.view           404
/admin/locations                     location.administer
/admin/locations/bulk-changes        location.change-many
/admin/locations/bulk-changes/{bulkChange} location.change-many
/admin/import                        location.import
/admin/import/{imported}             location.import
/admin/locations/{ownLocation}       location.administer
/admin/locations/{ownLocation}/preview location.administer
/admin/locations/{ownLocation}/history location.administer
/admin/enquiries                     enquiry.view
/admin/enquiries/templates           enquiry.edit-templates
/admin/search-terms                  search.edit-terms
/admin/search-terms/pins             search.edit-terms
/admin/search-terms/pins?pin={pin}   search.edit-terms
/admin/search-terms/synonyms/{synonym} search.edit-terms
/admin/enquiries/{enquiry}           enquiry.view
/admin/review                        location.review
/admin/review/{ownLocation}          location.review
/admin/review/templates              reason-template.edit
/admin/duplicates                    location.merge
/admin/duplicates/{ownLocation}/{duplicate} location.merge
/admin/notifications                 notification.view
/admin/audit-logs                    audit-log.view
/admin/content                       content.edit
/admin/content/{page}                content.edit
/admin/content/{page}/preview        content.edit
/admin/content/{page}/history        content.edit
/admin/content/menu                  content.edit
/admin/content/footer                content.edit
/admin/content/options               option.edit
/admin/settings                      operations.manage
`,
  1,
);

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

/** The URLs at which nobody may see private data. Whoever has the public link of a board may see what it leads to. */
export const SEARCHED_URLS: readonly string[] = [
  ...PAGES.map(({ name }) => name).filter((name) => !name.includes('{link}')),
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
    enquiryLink: team.enquiry.link,
  };
  return url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id !== 'string' && typeof id !== 'number') throw new Error(`no fixture is called ${name}`);
    return String(id);
  });
}
