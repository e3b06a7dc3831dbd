import { createFileRoute } from '@tanstack/react-router';
import { synonymsQuery } from '../../features/search/synonyms/client.ts';
import { SynonymList } from '../../features/search/ui/admin/SynonymList.tsx';
import { SYNONYM_LIST, toSynonymParams } from '../../features/search/ui/admin/synonym-list.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/search-terms/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: (options) =>
    loadList(options, SYNONYM_LIST, (state) => synonymsQuery(options.context.api, toSynonymParams(state))),
  head: createPrivateHead('Synonyms'),
  component: Synonyms,
});

function Synonyms() {
  const { api } = Route.useRouteContext();
  return <SynonymList api={api} table={useTable(SYNONYM_LIST, Route.useSearch())} />;
}
