import { useMemo } from 'react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { UnavailableDates } from '../../features/availability/ui/UnavailableDates.tsx';
import { exactConsentAreasQuery } from '../../features/consents/client.ts';
import { ConsentAreas } from '../../features/consents/ui/ConsentAreas.tsx';
import { DocumentsTab } from '../../features/documents/ui/DocumentsTab.tsx';
import { locationFieldsQuery } from '../../features/locations/catalogue/published/client.ts';
import { recordQuery } from '../../features/locations/admin-record/client.ts';
import { createEmptyOptions } from '../../features/locations/catalogue/schema.ts';
import { ownerTasksQuery } from '../../features/locations/owner-tasks/client.ts';
import { getDisplayTitle } from '../../features/locations/catalogue/display-title.ts';
import { LocationRecordPage } from '../../features/locations/admin-record/ui/LocationRecordPage.tsx';
import { RECORD_TABS, type RecordTab } from '../../features/locations/admin-record/ui/record-tabs.ts';
import { productionsQuery } from '../../features/productions/client.ts';
import { ProductionsOf } from '../../features/productions/ui/admin/ProductionsOf.tsx';
import { siteQuery } from '../../features/content/client.ts';
import { loadRequired } from '../loaders/load-required.ts';
import type { Api } from '../../platform/http/contract.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/locations/$locationId/')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: RecordTab } => {
    const known = RECORD_TABS.slice(1).find((name) => name === tab);
    return known ? { tab: known } : {};
  },
  // A change of tab needs no reload.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: async ({ context: { api, queryClient }, params }) => {
    const [{ title }] = await Promise.all([
      loadRequired(queryClient.fetchQuery(recordQuery(api, params.locationId))),
      queryClient.ensureQueryData(locationFieldsQuery(api)),
      // What comes later moves the buttons below it.
      queryClient.prefetchQuery(ownerTasksQuery(api, params.locationId)),
      queryClient.prefetchQuery(exactConsentAreasQuery(api, params.locationId)),
      queryClient.prefetchQuery(productionsQuery(api, { location: params.locationId })),
    ]);
    return { title: getDisplayTitle(title) };
  },
  head: createLoadedHead,
  component: LocationPage,
});

function LocationPage() {
  const { api } = Route.useRouteContext();
  const { locationId } = Route.useParams();
  const { tab = 'details' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: fields } = useSuspenseQuery(locationFieldsQuery(api));
  const { data: site } = useSuspenseQuery(siteQuery(api));
  const options = useMemo(
    () => ({
      ...createEmptyOptions(),
      ...Object.fromEntries(fields.map(({ field, options: names }) => [field, names])),
    }),
    [fields],
  );
  const openTab = (to: RecordTab) =>
    navigate({ search: to === 'details' ? {} : { tab: to }, replace: true, resetScroll: false });
  return (
    <LocationRecordPage
      key={locationId}
      api={api}
      id={locationId}
      tab={tab}
      openTab={(to) => void openTab(to)}
      options={options}
      styleUrl={site.mapStyleUrl}
      permissions={
        <>
          <Permissions api={api} id={locationId} />
          <ProductionsOf api={api} of={{ location: locationId }} heading="h3" />
        </>
      }
      documentsTab={<DocumentsTab api={api} id={locationId} />}
      availabilityTab={
        <div className="record">
          <UnavailableDates api={api} id={locationId} />
        </div>
      }
    />
  );
}

/** All consent areas of the location, whatever the public sees. */
function Permissions({ api, id }: { api: Api; id: string }) {
  const { data: areas = [] } = useQuery(exactConsentAreasQuery(api, id));
  return <ConsentAreas areas={areas} heading="h3" />;
}
