import { createFileRoute } from '@tanstack/react-router';
import { bulkChangesQuery } from '../../features/locations/bulk-changes/client.ts';
import { BulkChangeList } from '../../features/locations/bulk-changes/ui/BulkChangeList.tsx';
import { BULK_CHANGES_LIST, toChangesParams } from '../../features/locations/bulk-changes/ui/change-list.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/locations/bulk-changes/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: (options) =>
    loadList(options, BULK_CHANGES_LIST, (state) => bulkChangesQuery(options.context.api, toChangesParams(state))),
  head: createPrivateHead('Bulk changes'),
  component: BulkChanges,
});

function BulkChanges() {
  const { api } = Route.useRouteContext();
  return <BulkChangeList api={api} table={useTable(BULK_CHANGES_LIST, Route.useSearch())} />;
}
