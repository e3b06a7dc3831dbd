import { createFileRoute } from '@tanstack/react-router';
import { templatesQuery } from '../../features/enquiries/templates/client.ts';
import { AnswerTemplates } from '../../features/enquiries/ui/admin/AnswerTemplates.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/enquiries/templates')({
  loader: async ({ context: { api, queryClient } }) => {
    await loadRequired(queryClient.ensureQueryData(templatesQuery(api)));
  },
  head: createPrivateHead('Templates of answers'),
  component: Templates,
});

function Templates() {
  const { api } = Route.useRouteContext();
  return <AnswerTemplates api={api} />;
}
