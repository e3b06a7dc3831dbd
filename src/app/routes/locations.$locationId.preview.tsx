import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { exactConsentAreasQuery } from '../../features/consents/client.ts';
import { ownLocationQuery, previewQuery } from '../../features/locations/editing/client.ts';
import { getDisplayTitle } from '../../features/locations/catalogue/display-title.ts';
import { pageQuery, siteQuery } from '../../features/content/client.ts';
import { ArrowLeft, CircleAlert } from '../../ui/icons.tsx';
import { LocationDetails } from '../components/LocationDetails.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';
import '../../ui/form.css';
import { PENDING_APPROVAL } from '../../features/locations/messages.ts';

export const Route = createFileRoute('/locations/$locationId/preview')({
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ title }] = await Promise.all([
      loadRequired(queryClient.ensureQueryData(previewQuery(api, params.locationId))),
      loadRequired(queryClient.ensureQueryData(ownLocationQuery(api, params.locationId))),
      loadRequired(queryClient.fetchQuery({ ...exactConsentAreasQuery(api, params.locationId), staleTime: 0 })),
      queryClient.ensureQueryData(pageQuery(api, 'location-details')),
      queryClient.ensureQueryData(siteQuery(api)),
    ]);
    return { title: `Preview of ${getDisplayTitle(title)}` };
  },
  head: createLoadedHead,
  component: Preview,
});

function Preview() {
  const { api } = Route.useRouteContext();
  const { locationId } = Route.useParams();
  const { data: location } = useSuspenseQuery(previewQuery(api, locationId));
  const { data: own } = useSuspenseQuery(ownLocationQuery(api, locationId));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const isPending = own.location_status === 'AWAITING_APPROVAL';
  return (
    <LocationDetails
      location={{ ...location, title: getDisplayTitle(location.title) }}
      isPreview
      notice={
        <div className="wrap preview-notice">
          <div className="alert alert--warn" role="status">
            <CircleAlert />
            <div>
              {isPending ? (
                <>
                  <p>{PENDING_APPROVAL}</p>
                  <p className="small">
                    Write to{' '}
                    <a className="link" href={`mailto:${site.mailbox}`}>
                      {site.mailbox}
                    </a>{' '}
                    or call {site.telephone}. This is how everyone will see it once it is published.
                  </p>
                </>
              ) : (
                <p>This is a preview of the location as it would be published now.</p>
              )}
            </div>
          </div>
        </div>
      }
      back={
        <>
          <a className="crumb" href="/locations">
            <ArrowLeft />
            My locations
          </a>
          {!isPending && (
            <a className="crumb" href={`/locations/${locationId}`}>
              Edit this location
            </a>
          )}
        </>
      }
    />
  );
}
