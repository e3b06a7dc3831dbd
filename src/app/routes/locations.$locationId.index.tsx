import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { locationFieldsQuery } from '../../features/locations/catalogue/published/client.ts';
import { ownLocationQuery } from '../../features/locations/editing/client.ts';
import { FACTS_STEP, STEPS, getStepTitle } from '../../features/locations/editing/schema.ts';
import { getDisplayTitle } from '../../features/locations/catalogue/display-title.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { LocationWizard } from '../components/LocationWizard.tsx';
import { buildHead } from '../seo.ts';

export const Route = createFileRoute('/locations/$locationId/')({
  // From 1. Without a step the wizard opens the first incomplete one.
  validateSearch: (raw: Record<string, unknown>): { step?: number } => {
    const step = Number(raw['step']);
    return Number.isInteger(step) && step >= 1 ? { step } : {};
  },
  // A change of step keeps the input in the wizard and works offline.
  shouldReload: ({ cause }) => cause === 'enter',
  loader: async ({ context: { api, queryClient }, params, location: { searchStr } }) => {
    const [{ id, title }] = await Promise.all([
      loadRequired(queryClient.fetchQuery(ownLocationQuery(api, params.locationId))),
      queryClient.ensureQueryData(locationFieldsQuery(api)),
    ]);
    // It was merged into another location of its owner.
    if (id !== params.locationId) throw redirect({ href: `/locations/${id}${searchStr}`, replace: true });
    return { title: getDisplayTitle(title), steps: [...STEPS.keys(), FACTS_STEP].map(getStepTitle) };
  },
  head: ({ loaderData, match: { context, search }, params }) => {
    if (!loaderData) return {};
    const step = loaderData.steps[(search.step ?? 0) - 1];
    const title = step === undefined ? loaderData.title : `${step}: ${loaderData.title}`;
    return buildHead(context, { title, canonical: `/locations/${params.locationId}`, indexed: false });
  },
  component: EditLocation,
});

function EditLocation() {
  const { api } = Route.useRouteContext();
  const { locationId } = Route.useParams();
  const { step } = Route.useSearch();
  const { data: location } = useSuspenseQuery(ownLocationQuery(api, locationId));
  return (
    <LocationWizard
      key={locationId}
      serverState={{ location, draft: location.draft }}
      {...(step && { step: step - 1 })}
    />
  );
}
