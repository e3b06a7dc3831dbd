import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { ArrowLeft } from '../../ui/icons.tsx';
import { locationQuery } from '../../features/locations/catalogue/published/client.ts';
import type { PublicLocation } from '../../features/locations/catalogue/schema.ts';
import { getOgImageUrl } from '../../features/media/schema.ts';
import { siteQuery } from '../../features/content/client.ts';
import { LocationDetails } from '../components/LocationDetails.tsx';
import { loadLocationPage } from '../loaders/location-loader.ts';
import { useLastSearch } from '../../features/search/client.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { excerpt, buildHead } from '../seo.ts';

export const Route = createFileRoute('/find-a-location/$locationUrl')({
  loader: async ({ context: { api, queryClient }, params: { locationUrl } }) => {
    const locationPromise = queryClient.ensureQueryData(locationQuery(api, locationUrl));
    await loadLocationPage(
      api,
      queryClient,
      loadRequired<PublicLocation>(locationPromise).then((location) => assertCanonicalUrl(location, locationUrl)),
    );
  },
  head: ({ match: { context }, params }) => {
    const location = context.queryClient.getQueryData(locationQuery(context.api, params.locationUrl).queryKey);
    const site = context.queryClient.getQueryData(siteQuery(context.api).queryKey);
    if (!location) return {};
    const canonical = `/find-a-location/${location.locationurl}`;
    const image = location.primaryimage ? getOgImageUrl(location.primaryimage) : undefined;
    return buildHead(context, {
      title: location.title,
      description:
        excerpt(location.description) || `${location.title}, near ${location.nearesttown}: a filming location.`,
      canonical,
      image,
      // Search engines must not list a fictional place as a real one.
      indexed: !location.sample,
      jsonLd: location.sample ? undefined : toJsonLd(location, `${site?.url ?? ''}${canonical}`),
    });
  },
  component: LocationPage,
});

/** Throws a permanent redirect to the canonical URL if the location was requested by its id. */
function assertCanonicalUrl(location: PublicLocation, urlOrId: string): PublicLocation {
  const { locationurl } = location;
  if (locationurl === urlOrId) return location;
  throw redirect({
    to: '/find-a-location/$locationUrl',
    params: { locationUrl: locationurl },
    statusCode: 301,
    replace: true,
  });
}

function toJsonLd(location: PublicLocation, url: string): object {
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
  const lastSearch = useLastSearch();
  return (
    <LocationDetails
      location={location}
      back={
        <a href={lastSearch} className="crumb">
          <ArrowLeft small />
          Find a location
        </a>
      }
    />
  );
}
