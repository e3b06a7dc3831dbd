import { createFileRoute } from '@tanstack/react-router';
import { pairsQuery } from '../../features/duplicates/client.ts';
import { DuplicateList } from '../../features/duplicates/ui/DuplicateList.tsx';
import { DUPLICATES_LIST, toPairParams } from '../../features/duplicates/ui/pair-list.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/duplicates/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: (options) =>
    loadList(options, DUPLICATES_LIST, (state) => pairsQuery(options.context.api, toPairParams(state))),
  head: createPrivateHead('Duplicates'),
  component: DuplicatesPage,
});

function DuplicatesPage() {
  const { api } = Route.useRouteContext();
  return <DuplicateList api={api} table={useTable(DUPLICATES_LIST, Route.useSearch())} />;
}
