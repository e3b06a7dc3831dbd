import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { profileQuery } from '../../features/accounts/client.ts';
import { locationFieldsQuery } from '../../features/locations/catalogue/published/client.ts';
import { newDraftQuery } from '../../features/locations/editing/client.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { LocationWizard } from '../components/LocationWizard.tsx';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/register-location')({
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      loadRequired(queryClient.fetchQuery(newDraftQuery(api))),
      loadRequired(queryClient.ensureQueryData(profileQuery(api))),
      queryClient.ensureQueryData(locationFieldsQuery(api)),
    ]);
  },
  head: createPrivateHead('Register a location'),
  component: RegisterLocation,
});

function RegisterLocation() {
  const { api } = Route.useRouteContext();
  const { data } = useSuspenseQuery(newDraftQuery(api));
  const { data: profile } = useSuspenseQuery(profileQuery(api));
  const start = { email: profile.email, telephone1: profile.contact?.telephone1 ?? '' };
  return <LocationWizard serverState={{ location: null, draft: data.draft, start }} />;
}
