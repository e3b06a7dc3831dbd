import { createFileRoute } from '@tanstack/react-router';
import { synonymsQuery } from '../../features/search/synonyms/client.ts';
import { SynonymList } from '../../features/search/ui/admin/SynonymList.tsx';
import { SYNONYM_LIST, toSynonymParams } from '../../features/search/ui/admin/synonym-list.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { loadTableState } from '../loaders/table-state-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/search-terms/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    const list = synonymsQuery(api, toSynonymParams(await loadTableState(context, SYNONYM_LIST, deps)));
    // In the browser the page shows the previous list while this one loads.
    if (import.meta.env.SSR) await loadRequired(queryClient.ensureQueryData(list));
    else void queryClient.prefetchQuery(list);
  },
  head: createPrivateHead('Synonyms'),
  component: Synonyms,
});

function Synonyms() {
  const { api } = Route.useRouteContext();
  return <SynonymList api={api} table={useTable(SYNONYM_LIST, Route.useSearch())} />;
}
