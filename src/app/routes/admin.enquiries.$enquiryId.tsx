import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { assigneesQuery, caseQuery, recipientsQuery } from '../../features/enquiries/cases/client.ts';
import { templatesQuery } from '../../features/enquiries/templates/client.ts';
import { EnquiryCasePage } from '../../features/enquiries/ui/admin/EnquiryCasePage.tsx';
import { productionOfEnquiryQuery } from '../../features/productions/client.ts';
import { EnquiryProduction } from '../../features/productions/ui/admin/EnquiryProduction.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/enquiries/$enquiryId')({
  loader: ({ context: { api, queryClient }, params }) => load(api, queryClient, params.enquiryId),
  head: createLoadedHead,
  component: Enquiry,
});

async function load(api: Api, queryClient: QueryClient, id: string) {
  const [{ reference }] = await Promise.all([
    loadRequired(queryClient.ensureQueryData(caseQuery(api, id))),
    loadRequired(queryClient.ensureQueryData(assigneesQuery(api))),
    loadRequired(queryClient.ensureQueryData(productionOfEnquiryQuery(api, id))),
    // What comes later moves the buttons below it.
    queryClient.prefetchQuery(templatesQuery(api)),
    queryClient.prefetchQuery(recipientsQuery(api, id)),
  ]);
  return { title: reference };
}

function Enquiry() {
  const { api } = Route.useRouteContext();
  const { enquiryId } = Route.useParams();
  return (
    <EnquiryCasePage
      key={enquiryId}
      api={api}
      id={enquiryId}
      renderAside={(enquiry) => <EnquiryProduction api={api} enquiry={enquiry} />}
    />
  );
}
