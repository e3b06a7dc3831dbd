import { createFileRoute } from '@tanstack/react-router';
import { contentListQuery } from '../../features/content/editing/client.ts';
import { ContentList } from '../../features/content/ui/admin/ContentList.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/content/')({
  loader: ({ context: { api, queryClient } }) => loadRequired(queryClient.ensureQueryData(contentListQuery(api))),
  head: createPrivateHead('Content'),
  component: Content,
});

function Content() {
  const { api } = Route.useRouteContext();
  return <ContentList api={api} />;
}
