import { createFileRoute } from '@tanstack/react-router';
import { synonymQuery } from '../../features/search/synonyms/client.ts';
import { NewSynonymPage, SynonymPage } from '../../features/search/ui/admin/SynonymPage.tsx';
import { NEW, parseWords } from '../../features/search/ui/admin/search-terms-paths.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/search-terms/synonyms/$synonymId')({
  validateSearch: toUnparsedSearchParams,
  loader: async ({ context: { api, queryClient }, params: { synonymId } }) => {
    if (synonymId !== NEW) await loadRequired(queryClient.fetchQuery(synonymQuery(api, synonymId)));
  },
  head: createPrivateHead('Synonyms'),
  component: SynonymRoute,
});

function SynonymRoute() {
  const { api } = Route.useRouteContext();
  const { synonymId } = Route.useParams();
  const term = parseWords(Route.useSearch()['term']);
  return synonymId === NEW ? (
    <NewSynonymPage key={term} api={api} term={term} />
  ) : (
    <SynonymPage key={synonymId} api={api} id={synonymId} />
  );
}
