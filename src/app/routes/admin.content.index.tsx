import { createFileRoute } from '@tanstack/react-router';
import { contentListQuery } from '../../features/content/editing/client.ts';
import { ContentList } from '../../features/content/ui/office/ContentList.tsx';
import { required } from '../loaders/required.ts';
import { seo } from '../seo.ts';

export const Route = createFileRoute('/admin/content/')({
  // Its code is no part of other pages.
  codeSplitGroupings: [['loader', 'component']],
  loader: ({ context: { api, queryClient } }) => required(queryClient.ensureQueryData(contentListQuery(api))),
  head: ({ match: { context } }) => seo(context, { title: 'Content', canonical: '/admin/content', indexed: false }),
  component: Content,
});

function Content() {
  const { api } = Route.useRouteContext();
  return <ContentList api={api} />;
}
