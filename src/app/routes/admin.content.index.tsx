import { createFileRoute } from '@tanstack/react-router';
import { contentListQuery } from '../../features/content/editing/client.ts';
import { ContentList } from '../../features/content/ui/admin/ContentList.tsx';
import { CONTENT_LIST } from '../../features/content/ui/admin/content-list.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { loadTableState } from '../loaders/table-state-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/content/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    await Promise.all([
      loadRequired(queryClient.ensureQueryData(contentListQuery(api))),
      loadTableState(context, CONTENT_LIST, deps),
    ]);
  },
  head: createPrivateHead('Content'),
  component: Content,
});

function Content() {
  const { api } = Route.useRouteContext();
  return <ContentList api={api} table={useTable(CONTENT_LIST, Route.useSearch())} />;
}
