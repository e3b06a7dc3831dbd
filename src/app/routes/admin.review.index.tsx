import { createFileRoute } from '@tanstack/react-router';
import { can } from '../../features/accounts/permissions.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { figuresQuery, queueQuery } from '../../features/locations/review/client.ts';
import { REVIEW_LIST, toQueueParams } from '../../features/locations/review/ui/queue-list.tsx';
import { ReviewQueue } from '../../features/locations/review/ui/ReviewQueue.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { loadList } from '../loaders/list-loader.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';
import { useTable } from '../navigation/table-search-params.ts';

export const Route = createFileRoute('/admin/review/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    await Promise.all([
      loadList({ context, deps }, REVIEW_LIST, (state) => queueQuery(api, toQueueParams(state))),
      loadRequired(queryClient.fetchQuery(figuresQuery(api))),
    ]);
  },
  head: createPrivateHead('Review'),
  component: ReviewPage,
});

function ReviewPage() {
  const { api } = Route.useRouteContext();
  const user = useUser(api);
  return (
    <ReviewQueue
      api={api}
      table={useTable(REVIEW_LIST, Route.useSearch())}
      userId={user?.id}
      canEditTemplates={can(user, 'reason-template.edit')}
    />
  );
}
