import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { ownAvailabilityQuery } from '../../features/availability/client.ts';
import { UnavailableDates } from '../../features/availability/ui/UnavailableDates.tsx';
import { ownLocationQuery } from '../../features/locations/editing/client.ts';
import type { OwnLocation } from '../../features/locations/editing/schema.ts';
import { getDisplayTitle } from '../../features/locations/catalogue/display-title.ts';
import { ArrowLeft } from '../../ui/icons.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/locations/$locationId/availability')({
  loader: async ({ context: { api, queryClient }, params: { locationId } }) => {
    const { id, title } = await loadRequired<OwnLocation>(queryClient.fetchQuery(ownLocationQuery(api, locationId)));
    // It was merged into another location of its owner.
    if (id !== locationId) throw redirect({ href: `/locations/${id}/availability`, replace: true });
    await loadRequired(queryClient.fetchQuery(ownAvailabilityQuery(api, id)));
    return { title: `Dates of ${getDisplayTitle(title)}` };
  },
  head: createLoadedHead,
  component: Availability,
});

function Availability() {
  const { api } = Route.useRouteContext();
  const { locationId } = Route.useParams();
  const { data: location } = useSuspenseQuery(ownLocationQuery(api, locationId));
  return (
    <main id="content" tabIndex={-1} className="wrap availability-page">
      <a href="/locations" className="crumb">
        <ArrowLeft small />
        My locations
      </a>
      <h1 className="display display--3">Dates of {getDisplayTitle(location.title)}</h1>
      <p>
        Enter the dates on which nobody can film here. The public sees which days are unavailable or likely so, never
        your notes. A change counts at once: the Locations Team need not approve it.
      </p>
      <UnavailableDates key={locationId} api={api} id={locationId} />
    </main>
  );
}
