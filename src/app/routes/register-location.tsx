import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { locationFieldsQuery } from '../../features/locations/client.ts';
import { newDraftQuery } from '../../features/locations/registering/client.ts';
import { required } from '../load.ts';
import { LocationWizard } from '../LocationWizard.tsx';
import { seo } from '../seo.ts';

export const Route = createFileRoute('/register-location')({
  // Its code is no part of other pages.
  codeSplitGroupings: [['loader', 'component']],
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      required(queryClient.fetchQuery(newDraftQuery(api))),
      queryClient.ensureQueryData(locationFieldsQuery(api)),
    ]);
  },
  head: ({ match: { context } }) =>
    seo(context, { title: 'Register a location', canonical: '/register-location', indexed: false }),
  component: RegisterLocation,
});

function RegisterLocation() {
  const { api } = Route.useRouteContext();
  const { data } = useSuspenseQuery(newDraftQuery(api));
  return <LocationWizard held={{ location: null, draft: data.draft }} />;
}
