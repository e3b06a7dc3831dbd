import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useUser } from '../../features/accounts/ui/session.ts';
import { siteQuery } from '../../features/content/client.ts';
import { getDisplayTitle } from '../../features/locations/catalogue/display-title.ts';
import { recordQuery } from '../../features/locations/admin-record/client.ts';
import { reviewQuery } from '../../features/locations/review/client.ts';
import { ReviewPage } from '../../features/locations/review/ui/ReviewPage.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/review/$locationId')({
  // The review shows the latest state.
  preload: false,
  loader: async ({ context: { api, queryClient }, params }) => {
    const record = queryClient.fetchQuery(recordQuery(api, params.locationId));
    await Promise.all([
      loadRequired(record),
      loadRequired(queryClient.fetchQuery(reviewQuery(api, params.locationId))),
    ]);
    const { title } = await record;
    return { title: `Review of ${getDisplayTitle(title)}` };
  },
  head: createLoadedHead,
  component: Review,
});

function Review() {
  const { api } = Route.useRouteContext();
  const { locationId } = Route.useParams();
  const { data: site } = useSuspenseQuery(siteQuery(api));
  return (
    <ReviewPage key={locationId} api={api} id={locationId} userId={useUser(api)?.id} styleUrl={site.mapStyleUrl} />
  );
}
