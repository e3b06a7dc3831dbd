import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { exactConsentAreasQuery } from '../../features/consents/client.ts';
import { previewQuery } from '../../features/locations/editing/client.ts';
import { getRecordPath } from '../../features/locations/admin-record/ui/RecordActions.tsx';
import { getReviewPath } from '../../features/locations/review/ui/queue-list.tsx';
import { getDisplayTitle } from '../../features/locations/catalogue/display-title.ts';
import { pageQuery, siteQuery } from '../../features/content/client.ts';
import { RecordBar, RecordNotice } from '../../ui/record/RecordHeader.tsx';
import { LocationDetails } from '../components/LocationDetails.tsx';
import { BACK_TO_LOCATION, BACK_TO_REVIEW } from '../../features/locations/messages.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/locations/$locationId/preview')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: 'review' } => (from === 'review' ? { from } : {}),
  // The preview shows the latest saved version.
  preload: false,
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ title }] = await Promise.all([
      loadRequired(queryClient.fetchQuery({ ...previewQuery(api, params.locationId), staleTime: 0 })),
      loadRequired(queryClient.fetchQuery({ ...exactConsentAreasQuery(api, params.locationId), staleTime: 0 })),
      queryClient.ensureQueryData(pageQuery(api, 'location-details')),
      queryClient.ensureQueryData(siteQuery(api)),
    ]);
    return { title: `Preview of ${getDisplayTitle(title)}` };
  },
  head: createLoadedHead,
  component: Preview,
});

/** A preview of the working copy for the Locations Team. */
function Preview() {
  const { api } = Route.useRouteContext();
  const { locationId } = Route.useParams();
  const { from } = Route.useSearch();
  const { data: location } = useSuspenseQuery(previewQuery(api, locationId));
  return (
    <LocationDetails
      location={{ ...location, title: getDisplayTitle(location.title) }}
      isPreview
      notice={
        <div className="preview-bar">
          <RecordBar
            back={
              from === 'review'
                ? { href: getReviewPath(locationId), label: BACK_TO_REVIEW }
                : { href: getRecordPath(locationId), label: BACK_TO_LOCATION }
            }
          />
          <RecordNotice>
            This is a preview of the location as it would be published now, without unsaved changes.
          </RecordNotice>
        </div>
      }
      back={null}
    />
  );
}
