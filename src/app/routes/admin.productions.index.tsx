import { createFileRoute } from '@tanstack/react-router';
import { assigneesQuery } from '../../features/enquiries/cases/client.ts';
import { productionsQuery } from '../../features/productions/client.ts';
import { ProductionList } from '../../features/productions/ui/admin/ProductionList.tsx';
import { PRODUCTION_LIST, toProductionParams } from '../../features/productions/ui/admin/production-list.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { loadList } from '../loaders/list-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/productions/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    await Promise.all([
      loadList({ context, deps }, PRODUCTION_LIST, (state) => productionsQuery(api, toProductionParams(state))),
      loadRequired(queryClient.ensureQueryData(assigneesQuery(api))),
    ]);
  },
  head: createPrivateHead('Productions'),
  component: Productions,
});

function Productions() {
  const { api } = Route.useRouteContext();
  return <ProductionList api={api} table={useTable(PRODUCTION_LIST, Route.useSearch())} />;
}
