import { createFileRoute } from '@tanstack/react-router';
import { contentRevisionQuery, contentRevisionsQuery } from '../../features/content/history/client.ts';
import { ContentHistory } from '../../features/content/ui/admin/ContentHistory.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { chooseVersions, parseHistorySearch, redirectToLastPage } from '../navigation/history-search.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/content/$name/history')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, queryClient }, params: { name }, deps }) => {
    const search = parseHistorySearch(deps);
    const { page = 1 } = search;
    const [list] = await loadRequired(
      Promise.all([
        queryClient.fetchQuery({ ...contentRevisionsQuery(api, name, page), staleTime: 0 }),
        search.version && queryClient.prefetchQuery(contentRevisionQuery(api, name, search.version)),
      ]),
    );
    redirectToLastPage(`/admin/content/${name}/history`, search, list);
    const { version, from } = chooseVersions(search, list.total);
    await loadRequired(
      Promise.all(
        [...new Set([version, from ?? version])].map((number) =>
          queryClient.fetchQuery(contentRevisionQuery(api, name, number)),
        ),
      ),
    );
    return { title: `History of ${list.title}`, version, from, page };
  },
  head: createLoadedHead,
  component: HistoryPage,
});

function HistoryPage() {
  const { api } = Route.useRouteContext();
  const { name } = Route.useParams();
  const { version, from, page } = Route.useLoaderData();
  return <ContentHistory key={name} api={api} name={name} version={version} from={from} page={page} />;
}
