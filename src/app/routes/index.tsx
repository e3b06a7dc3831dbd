import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ArrowRight } from '../../ui/icons.tsx';
import { LocationCard } from '../../features/locations/catalogue/published/ui/card/LocationCard.tsx';
import { Picture } from '../../features/media/ui/Picture.tsx';
import { pageQuery, siteQuery } from '../../features/content/client.ts';
import { FooterEnquire } from '../../features/content/ui/footer-enquire/FooterEnquire.tsx';
import { HomeBanner } from '../../features/content/ui/HomeBanner.tsx';
import { PanelCards } from '../../features/content/ui/PanelCards.tsx';
import { Carousel } from '../../features/content/ui/Carousel.tsx';
import { countsQuery, featuredQuery, isCatalogueEmpty } from '../../features/search/client.ts';
import { FIRST_LOCATIONS_FOLLOW } from '../../features/search/messages.ts';
import { SearchField } from '../../features/search/ui/search-field/SearchField.tsx';
import { getOgImageUrl } from '../../features/media/schema.ts';
import { buildHead } from '../seo.ts';

const FEATURED_COUNT = 4;
/** One more, because the location of the banner is not repeated. */
const REQUEST_COUNT = FEATURED_COUNT + 1;

/** On a phone the picture is laid out three times as wide as the screen and cropped to its middle; half that resolution is sharp enough. */
const HERO_SIZES = '(max-width: 759px) 160vw, 100vw';

export const Route = createFileRoute('/')({
  staticData: { layout: 'over-picture' },
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(pageQuery(api, 'home')),
      queryClient.ensureQueryData(featuredQuery(api, REQUEST_COUNT)),
      queryClient.ensureQueryData(countsQuery(api)),
      queryClient.ensureQueryData(siteQuery(api)),
    ]);
  },
  head: ({ match: { context } }) => {
    const page = context.queryClient.getQueryData(pageQuery(context.api, 'home').queryKey);
    const site = context.queryClient.getQueryData(siteQuery(context.api).queryKey);
    return buildHead(context, {
      title: page?.title ?? 'Film locations',
      description: page?.description,
      canonical: '/',
      image: page?.banner?.image ? getOgImageUrl(page.banner.image) : undefined,
      jsonLd: site && {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: site.name,
        url: `${site.url}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${site.url}/find-a-location?query={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    });
  },
  component: Home,
});

function Home() {
  const { api } = Route.useRouteContext();
  const { data: page } = useSuspenseQuery(pageQuery(api, 'home'));
  const { data: featured } = useSuspenseQuery(featuredQuery(api, REQUEST_COUNT));
  const { data: counts } = useSuspenseQuery(countsQuery(api));
  const banner = page.banner?.image ?? featured.find((location) => location.primaryimage)?.primaryimage;
  const shown = featured.filter(({ primaryimage }) => primaryimage?.sha256 !== banner?.sha256).slice(0, FEATURED_COUNT);
  const isEmpty = isCatalogueEmpty(counts);
  const categories = counts.find((facet) => facet.field === 'category')?.options;
  const countLocations = (category: string) => categories?.find((option) => option.name === category)?.total;
  // A slide would lead to an empty search.
  const slides = (page.carousel?.slides ?? []).filter(({ category }) => !category || countLocations(category));
  return (
    <main id="content" tabIndex={-1}>
      <HomeBanner
        page={page}
        picture={banner && <Picture picture={banner} sizes={HERO_SIZES} priority />}
        search={<SearchField look="hero" label={page.banner?.searchLabel ?? 'Search by name or place'} />}
      />
      <section className="band" id="featured" aria-labelledby="featured-title">
        <div className="wrap">
          <div className="band__head">
            <h2 className="display display--3" id="featured-title">
              Featured locations
            </h2>
            {!isEmpty && (
              <a href="/find-a-location" className="more">
                <span>See all locations</span>
                <ArrowRight />
              </a>
            )}
          </div>
          {shown.length === 0 && (
            <p className="featured__none muted">
              {isEmpty
                ? FIRST_LOCATIONS_FOLLOW
                : 'No location is featured at the moment. The search finds all of them.'}
            </p>
          )}
          <div className="featured">
            {shown.map((location, index) => (
              <LocationCard
                key={location.id}
                location={location}
                sizes={
                  index % 4 === 0 || index % 4 === 3
                    ? '(min-width: 760px) 66vw, 100vw'
                    : '(min-width: 760px) 33vw, 100vw'
                }
              />
            ))}
          </div>
        </div>
      </section>
      <section className="wrap">
        <PanelCards cards={page.panelCards} />
      </section>
      {page.carousel && slides.length > 0 && (
        <Carousel
          carousel={{ ...page.carousel, slides }}
          total={countLocations}
          picture={(picture) => <Picture picture={picture} sizes="min(420px, 72vw)" />}
        />
      )}
      <FooterEnquire content={page.footerEnquire} />
    </main>
  );
}
