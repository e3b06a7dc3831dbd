import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useLastSearch } from '../../features/search/client.ts';
import { toTelephoneUrl } from '../../platform/text/telephone-url.ts';
import type { LocationCard, PublicLocation } from '../../features/locations/catalogue/schema.ts';
import { pageQuery } from '../../features/content/client.ts';
import SiteEnquiryForm from './SiteEnquiryForm.tsx';
import { Banner } from '../../features/content/ui/Banner.tsx';
import { featuredQuery } from '../../features/search/client.ts';

/** The enquiry form with the text of its page: about a location or a board, or in general. */
export function EnquiryPage({
  pageName,
  location,
  board,
}: {
  pageName: 'contact-us' | 'location-enquiry';
  location?: PublicLocation;
  /** With those of its locations that are published. */
  board?: { readonly id: string; readonly title: string; readonly locations: readonly LocationCard[] };
}) {
  const { api } = useRouteContext({ from: '__root__' });
  const { data: page } = useSuspenseQuery(pageQuery(api, pageName));
  const lastSearch = useLastSearch();
  const { data: featured } = useSuspenseQuery(featuredQuery(api, 1));
  const subject = location?.title ?? (board && `‘${board.title}’`);
  const banner =
    location?.primaryimage ?? board?.locations[0]?.primaryimage ?? page.banner?.image ?? featured[0]?.primaryimage;
  return (
    <main id="content" tabIndex={-1}>
      <Banner
        title={subject === undefined ? (page.banner?.title ?? page.title) : `Enquire about ${subject}`}
        picture={banner}
      />
      <div className="wrap article article--form">
        <div>
          <SiteEnquiryForm
            {...(location && {
              locationUrl: location.locationurl,
              locationId: location.id,
              locationTitle: location.title,
            })}
            {...(board && { board, locationTitle: 'these locations' })}
            continueHref={lastSearch}
          >
            {page.content && <div className="prose" dangerouslySetInnerHTML={{ __html: page.content }} />}
          </SiteEnquiryForm>
        </div>
        {page.contact && (
          <aside className="contact-aside">
            <h2 className="display display--1">{page.contact.title}</h2>
            <p className="muted">{page.contact.text}</p>
            <dl className="facts">
              <div>
                <dt>Telephone</dt>
                <dd>
                  <a className="link" href={toTelephoneUrl(page.contact.telephone)}>
                    {page.contact.telephone}
                  </a>
                </dd>
              </div>
              <div>
                <dt>Email</dt>
                <dd>
                  <a className="link" href={`mailto:${page.contact.email}`}>
                    {page.contact.email}
                  </a>
                </dd>
              </div>
            </dl>
          </aside>
        )}
      </div>
    </main>
  );
}
