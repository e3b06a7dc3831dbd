import { createFileRoute } from '@tanstack/react-router';
import { companiesQuery } from '../../features/companies/client.ts';
import { CompanyList } from '../../features/companies/ui/CompanyList.tsx';
import { COMPANY_LIST, toCompanyParams } from '../../features/companies/ui/company-list.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/companies/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: (options) =>
    loadList(options, COMPANY_LIST, (state) => companiesQuery(options.context.api, toCompanyParams(state))),
  head: createPrivateHead('Companies'),
  component: Companies,
});

function Companies() {
  const { api } = Route.useRouteContext();
  return <CompanyList api={api} table={useTable(COMPANY_LIST, Route.useSearch())} />;
}
