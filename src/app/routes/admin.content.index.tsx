import { createFileRoute } from '@tanstack/react-router';
import { contentListQuery } from '../../features/content/editing/client.ts';
import { ContentList } from '../../features/content/ui/admin/ContentList.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { privateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/content/')({
  loader: ({ context: { api, queryClient } }) => loadRequired(queryClient.ensureQueryData(contentListQuery(api))),
  head: privateHead('Content'),
  component: Content,
});

function Content() {
  const { api } = Route.useRouteContext();
  return <ContentList api={api} />;
}
