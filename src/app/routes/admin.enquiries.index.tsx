import { createFileRoute } from '@tanstack/react-router';
import { assigneesQuery, enquiriesQuery } from '../../features/enquiries/cases/client.ts';
import { EnquiryList } from '../../features/enquiries/ui/admin/EnquiryList.tsx';
import { ENQUIRY_LIST, toEnquiryParams } from '../../features/enquiries/ui/admin/enquiry-list.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { loadList } from '../loaders/list-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/enquiries/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    await Promise.all([
      loadList({ context, deps }, ENQUIRY_LIST, (state) => enquiriesQuery(api, toEnquiryParams(state))),
      loadRequired(queryClient.ensureQueryData(assigneesQuery(api))),
    ]);
  },
  head: createPrivateHead('Enquiries'),
  component: Enquiries,
});

function Enquiries() {
  const { api } = Route.useRouteContext();
  return <EnquiryList api={api} table={useTable(ENQUIRY_LIST, Route.useSearch())} />;
}
