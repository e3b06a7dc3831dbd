import { createFileRoute } from '@tanstack/react-router';
import { templatesQuery } from '../../features/locations/review/client.ts';
import { ReasonTemplates } from '../../features/locations/review/ui/ReasonTemplates.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/review/templates')({
  loader: ({ context: { api, queryClient } }) => loadRequired(queryClient.ensureQueryData(templatesQuery(api))),
  head: createPrivateHead('Templates of reasons'),
  component: Templates,
});

function Templates() {
  const { api } = Route.useRouteContext();
  return <ReasonTemplates api={api} />;
}
