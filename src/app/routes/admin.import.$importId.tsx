import { useMemo } from 'react';
import { createFileRoute } from '@tanstack/react-router';
import { importQuery } from '../../features/import-export/browser/client.ts';
import { ImportPage } from '../../features/import-export/ui/ImportPage.tsx';
import { getRowsList } from '../../features/import-export/ui/import-page.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/import/$importId')({
  validateSearch: toUnparsedSearchParams,
  loader: async ({ context: { api, queryClient }, params }) => {
    const details = queryClient.fetchQuery(importQuery(api, params.importId));
    await loadRequired(details);
    const { file_name } = await details;
    return { title: `Import ${file_name}` };
  },
  head: createLoadedHead,
  component: Import,
});

function Import() {
  const { api } = Route.useRouteContext();
  const { importId } = Route.useParams();
  const list = useMemo(() => getRowsList(importId), [importId]);
  return <ImportPage key={importId} api={api} id={importId} table={useTable(list, Route.useSearch())} />;
}
