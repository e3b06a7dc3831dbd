import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ArrowLeft, BookmarkPlus } from '../../ui/icons.tsx';
import { PlaceMap } from '../../features/geography/ui/PlaceMap.tsx';
import { locationQuery } from '../../features/locations/client.ts';
import type { PublicLocation } from '../../features/locations/schema.ts';
import { LocationCard } from '../../features/locations/ui/LocationCard.tsx';
import { EnquireButton, Stage } from '../../features/locations/ui/Stage.tsx';
import { sharedPictureUrl } from '../../features/media/schema.ts';
import { DrawnMap, Picture } from '../../features/media/ui/Picture.tsx';
import { pageQuery, siteQuery } from '../../features/pages/client.ts';
import { useLogIn } from '../../features/accounts/ui/LogIn.tsx';
import { similarQuery } from '../../features/search/client.ts';
import { useLastSearch } from '../entry-notes.ts';
import { required } from '../load.ts';
import { excerpt, seo } from '../seo.ts';

const STAGE_SIZES = '(min-width: 1000px) calc(100vw - 416px), 100vw';
const PICTURE_SIZES = { 'first slide': STAGE_SIZES, slide: STAGE_SIZES, thumbnail: '76px' } as const;

export const Route = createFileRoute('/find-a-location/$locationUrl')({
  loader: async ({ context: { api, queryClient }, params }) => {
    const [location] = await Promise.all([
      required(queryClient.ensureQueryData(locationQuery(api, params.locationUrl))),
      queryClient.ensureQueryData(pageQuery(api, 'location-details')),
    ]);
    await queryClient.ensureQueryData(similarQuery(api, location.id));
  },
  head: ({ match: { context }, params }) => {
    const location = context.queryClient.getQueryData(locationQuery(context.api, params.locationUrl).queryKey);
    const site = context.queryClient.getQueryData(siteQuery(context.api).queryKey);
    if (!location) return {};
    const canonical = `/find-a-location/${location.locationurl}`;
    const image = location.primaryimage ? sharedPictureUrl(location.primaryimage) : undefined;
    return seo(context, {
      title: location.title,
      description:
        excerpt(location.description) || `${location.title}, near ${location.nearesttown}: a filming location.`,
      canonical,
      image,
      // A fictional place must not be found as a real one.
      indexed: !location.sample,
      jsonLd: location.sample ? undefined : placeFacts(location, `${site?.url ?? ''}${canonical}`),
    });
  },
  component: LocationPage,
});

function placeFacts(location: PublicLocation, url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Place',
    name: location.title,
    url,
    description: excerpt(location.description, 300),
    ...(location.latitude !== null && {
      geo: { '@type': 'GeoCoordinates', latitude: location.latitude, longitude: location.longitude },
    }),
  };
}

function LocationPage() {
  const { api } = Route.useRouteContext();
  const { locationUrl } = Route.useParams();
  const { data: location } = useSuspenseQuery(locationQuery(api, locationUrl));
  const { data: page } = useSuspenseQuery(pageQuery(api, 'location-details'));
  const { data: similar } = useSuspenseQuery(similarQuery(api, location.id));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const logIn = useLogIn();
  const lastSearch = useLastSearch();
  const position =
    location.latitude === null || location.longitude === null
      ? null
      : { latitude: location.latitude, longitude: location.longitude };
  return (
    <main id="content" tabIndex={-1}>
      <Stage
        key={location.id}
        location={location}
        swipes={false}
        picture={(picture, use) => (
          <Picture
            picture={picture}
            sizes={PICTURE_SIZES[use]}
            priority={use === 'first slide'}
            crop={use === 'thumbnail'}
          />
        )}
        map={position && <DrawnMap position={position} alt={`Map of the surroundings of ${location.title}`} />}
        onAddToBoard={logIn}
        backHref={
          <a href={lastSearch} className="crumb">
            <ArrowLeft small />
            Find a location
          </a>
        }
      />
      <section className="wrap story">
        <Story location={location} />
        <aside className="enquire-card">
          <h2 className="display display--1">{page.enquire?.title ?? 'Film here'}</h2>
          <p>{page.enquire?.text}</p>
          <EnquireButton location={location} />
        </aside>
      </section>
      {position && (
        <noscript>
          <figure className="drawn-where">
            <DrawnMap position={position} alt={`Map of the surroundings of ${location.title}`} />
            <figcaption className="wrap small muted">Map data: Ordnance Survey, Natural Earth</figcaption>
          </figure>
        </noscript>
      )}
      {position && (
        <PlaceMap
          position={position}
          precision={location.map_precision}
          title={location.title}
          styleUrl={site.mapStyleUrl}
        />
      )}
      {similar.length > 0 && (
        <section className="wrap band similar" aria-labelledby="similar-title">
          <div className="band__head">
            <h2 className="display display--3" id="similar-title">
              You might also like
            </h2>
          </div>
          <div className="grid--four">
            {similar.map((card) => (
              <LocationCard
                key={card.id}
                location={card}
                sizes="(min-width: 1100px) 25vw, (min-width: 760px) 50vw, 100vw"
              />
            ))}
          </div>
        </section>
      )}
      <div className="bottom-bar no-print">
        <EnquireButton location={location} />
        <button type="button" className="button" aria-label="Add to board" onClick={logIn}>
          <BookmarkPlus />
        </button>
      </div>
    </main>
  );
}

function Story({ location }: { location: PublicLocation }) {
  const paragraphs = location.description.split(/\n\s*\n|\n/).filter((text) => text.trim() !== '');
  return (
    <div className="story__text">
      <h2 className="display display--2">About this location</h2>
      {paragraphs.length === 0 && <p>There is no description of this place yet.</p>}
      {paragraphs.map((text, index) => (
        // Paragraphs have no identity but their place in the text.
        <p key={index}>{text}</p>
      ))}
      {location.address.length > 0 && <p className="story__source">{location.address.join(', ')}</p>}
      {location.attribution && <p className="story__source">Source: {location.attribution}</p>}
    </div>
  );
}
