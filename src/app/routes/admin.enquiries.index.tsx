import { createFileRoute } from '@tanstack/react-router';
import { assigneesQuery, enquiriesQuery } from '../../features/enquiries/cases/client.ts';
import { EnquiryList } from '../../features/enquiries/ui/admin/EnquiryList.tsx';
import { ENQUIRY_LIST, toEnquiryParams } from '../../features/enquiries/ui/admin/enquiry-list.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { loadTableState } from '../loaders/table-state-loader.ts';
import { useTable } from '../navigation/table-search-params.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/enquiries/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    const list = enquiriesQuery(api, toEnquiryParams(await loadTableState(context, ENQUIRY_LIST, deps)));
    // In the browser the page shows the previous list while this one loads.
    if (!import.meta.env.SSR) void queryClient.prefetchQuery(list);
    await Promise.all([
      loadRequired(queryClient.ensureQueryData(assigneesQuery(api))),
      import.meta.env.SSR && loadRequired(queryClient.ensureQueryData(list)),
    ]);
  },
  head: createPrivateHead('Enquiries'),
  component: Enquiries,
});

function Enquiries() {
  const { api } = Route.useRouteContext();
  return <EnquiryList api={api} table={useTable(ENQUIRY_LIST, Route.useSearch())} />;
}
