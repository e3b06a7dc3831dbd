import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { siteQuery } from '../../features/content/client.ts';
import { revisionQuery, revisionsQuery } from '../../features/locations/history/client.ts';
import { recordQuery } from '../../features/locations/admin-record/client.ts';
import { getDisplayTitle } from '../../features/locations/catalogue/display-title.ts';
import { LocationHistory } from '../../features/locations/history/ui/LocationHistory.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { chooseVersions, parseHistorySearch, redirectToLastPage } from '../navigation/history-search.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/locations/$locationId/history')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, queryClient }, params: { locationId: id }, deps }) => {
    const search = parseHistorySearch(deps);
    const { page = 1 } = search;
    const [{ title }, list] = await loadRequired(
      Promise.all([
        queryClient.fetchQuery(recordQuery(api, id)),
        queryClient.fetchQuery({ ...revisionsQuery(api, id, page), staleTime: 0 }),
      ]),
    );
    redirectToLastPage(`/admin/locations/${id}/history`, search, list);
    const { version, from } = chooseVersions(search, list.total);
    // The latest one decides whether there is anything to restore.
    const needed = [...new Set([version, from ?? version, list.total])];
    await loadRequired(
      Promise.all(needed.map((number) => queryClient.fetchQuery({ ...revisionQuery(api, id, number), staleTime: 0 }))),
    );
    return { title: `History of ${getDisplayTitle(title)}`, version, from, page };
  },
  head: createLoadedHead,
  component: HistoryPage,
});

function HistoryPage() {
  const { api } = Route.useRouteContext();
  const { locationId } = Route.useParams();
  const { version, from, page } = Route.useLoaderData();
  const { data: site } = useSuspenseQuery(siteQuery(api));
  return (
    <LocationHistory
      key={locationId}
      api={api}
      id={locationId}
      version={version}
      from={from}
      page={page}
      styleUrl={site.mapStyleUrl}
    />
  );
}
