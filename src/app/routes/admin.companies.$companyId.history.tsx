import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { companyQuery } from '../../features/companies/client.ts';
import { EntryHistory } from '../../features/companies/ui/EntryHistory.tsx';
import { getCompanyPath } from '../../features/companies/ui/company-list.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadEntryHistory } from '../loaders/entry-history.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/companies/$companyId/history')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params, deps }) => load(api, queryClient, params.companyId, deps),
  head: createLoadedHead,
  component: CompanyHistory,
});

async function load(api: Api, queryClient: QueryClient, id: string, search: Readonly<Record<string, unknown>>) {
  const { name } = await loadRequired(queryClient.fetchQuery(companyQuery(api, id)));
  const path = `${getCompanyPath({ id })}/history`;
  const shown = await loadEntryHistory(api, queryClient, { kind: 'companies', id, path, search });
  return { title: `History of ${name}`, name, ...shown };
}

function CompanyHistory() {
  const { api } = Route.useRouteContext();
  const { companyId: id } = Route.useParams();
  const { title: _, ...shown } = Route.useLoaderData();
  return <EntryHistory key={id} api={api} kind="companies" id={id} path={getCompanyPath({ id })} {...shown} />;
}
