import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { locationQuery } from '../../features/locations/catalogue/published/client.ts';
import { pageQuery } from '../../features/content/client.ts';
import { featuredQuery } from '../../features/search/client.ts';
import { EnquiryPage } from '../components/EnquiryPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { buildHead } from '../seo.ts';

export const Route = createFileRoute('/location-enquiry/$locationUrl')({
  loader: async ({ context: { api, queryClient }, params }) => {
    await Promise.all([
      queryClient.ensureQueryData(pageQuery(api, 'location-enquiry')),
      queryClient.ensureQueryData(featuredQuery(api, 1)),
      loadRequired(queryClient.ensureQueryData(locationQuery(api, params.locationUrl))),
    ]);
  },
  head: ({ match: { context }, params }) => {
    const location = context.queryClient.getQueryData(locationQuery(context.api, params.locationUrl).queryKey);
    if (!location) return {};
    return buildHead(context, {
      title: `Enquire about ${location.title}`,
      canonical: `/location-enquiry/${params.locationUrl}`,
      indexed: false,
    });
  },
  component: LocationEnquiry,
});

function LocationEnquiry() {
  const { api } = Route.useRouteContext();
  const { locationUrl } = Route.useParams();
  const { data: location } = useSuspenseQuery(locationQuery(api, locationUrl));
  return <EnquiryPage pageName="location-enquiry" location={location} />;
}
