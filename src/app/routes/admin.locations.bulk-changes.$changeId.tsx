import { useMemo } from 'react';
import { createFileRoute } from '@tanstack/react-router';
import { bulkChangeQuery } from '../../features/locations/bulk-changes/client.ts';
import { formatAction } from '../../features/locations/bulk-changes/schema.ts';
import { BulkChangePage } from '../../features/locations/bulk-changes/ui/BulkChangePage.tsx';
import { getItemsList } from '../../features/locations/bulk-changes/ui/change-list.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/locations/bulk-changes/$changeId')({
  validateSearch: toUnparsedSearchParams,
  loader: async ({ context: { api, queryClient }, params }) => {
    const change = queryClient.fetchQuery(bulkChangeQuery(api, params.changeId));
    await loadRequired(change);
    const { action } = await change;
    return { title: formatAction(action) };
  },
  head: createLoadedHead,
  component: BulkChange,
});

function BulkChange() {
  const { api } = Route.useRouteContext();
  const { changeId } = Route.useParams();
  const list = useMemo(() => getItemsList(changeId), [changeId]);
  return <BulkChangePage key={changeId} api={api} id={changeId} table={useTable(list, Route.useSearch())} />;
}
