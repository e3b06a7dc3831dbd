import { createFileRoute } from '@tanstack/react-router';
import { bulkChangesQuery } from '../../features/locations/bulk-changes/client.ts';
import { BulkChangeList } from '../../features/locations/bulk-changes/ui/BulkChangeList.tsx';
import { BULK_CHANGES_LIST } from '../../features/locations/bulk-changes/ui/change-list.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { loadTableState } from '../loaders/table-state-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/locations/bulk-changes/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    const { page, sortOrder } = await loadTableState(context, BULK_CHANGES_LIST, deps);
    await loadRequired(queryClient.fetchQuery(bulkChangesQuery(api, { page, sortBy: 'created_at', sortOrder })));
  },
  head: createPrivateHead('Bulk changes'),
  component: BulkChanges,
});

function BulkChanges() {
  const { api } = Route.useRouteContext();
  return <BulkChangeList api={api} table={useTable(BULK_CHANGES_LIST, Route.useSearch())} />;
}
