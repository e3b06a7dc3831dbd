import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { companyQuery } from '../../features/companies/client.ts';
import { duplicatesQuery } from '../../features/companies/merging/client.ts';
import { peopleQuery } from '../../features/companies/people/client.ts';
import { CompanyPage } from '../../features/companies/ui/CompanyPage.tsx';
import { getCompanyPath } from '../../features/companies/ui/company-list.tsx';
import { productionsQuery } from '../../features/productions/client.ts';
import { ProductionsOf } from '../../features/productions/ui/admin/ProductionsOf.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/companies/$companyId/')({
  loader: ({ context: { api, queryClient }, params }) => load(api, queryClient, params.companyId),
  head: createLoadedHead,
  component: Company,
});

async function load(api: Api, queryClient: QueryClient, id: string) {
  const company = await loadRequired(queryClient.ensureQueryData(companyQuery(api, id)));
  // It was merged into another one.
  if (company.id !== id) throw redirect({ href: getCompanyPath(company), replace: true });
  await Promise.all([
    loadRequired(queryClient.ensureQueryData(peopleQuery(api, { company: id }))),
    loadRequired(queryClient.ensureQueryData(productionsQuery(api, { company: id }))),
    // What comes later moves the buttons below it.
    queryClient.prefetchQuery(duplicatesQuery(api, 'companies', id)),
  ]);
  return { title: company.name };
}

function Company() {
  const { api } = Route.useRouteContext();
  const { companyId } = Route.useParams();
  return (
    <CompanyPage key={companyId} api={api} id={companyId}>
      <ProductionsOf api={api} of={{ company: companyId }} />
    </CompanyPage>
  );
}
