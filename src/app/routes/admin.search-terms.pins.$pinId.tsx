import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { pinsQuery } from '../../features/search/pins/client.ts';
import { NewPinPage, PinPage } from '../../features/search/ui/admin/PinPage.tsx';
import { NEW, parseWords } from '../../features/search/ui/admin/search-terms-paths.ts';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/search-terms/pins/$pinId')({
  validateSearch: toUnparsedSearchParams,
  loader: ({ context: { api, queryClient }, params }) => load(api, queryClient, params.pinId),
  head: createPrivateHead('Pinned results'),
  component: PinRoute,
});

async function load(api: Api, queryClient: QueryClient, pinId: string): Promise<void> {
  if (pinId === NEW) return;
  const pins = await loadRequired(queryClient.fetchQuery(pinsQuery(api)));
  if (!pins.some(({ id }) => id === pinId)) throw notFound();
}

function PinRoute() {
  const { api } = Route.useRouteContext();
  const { pinId } = Route.useParams();
  const query = parseWords(Route.useSearch()['query']);
  return pinId === NEW ? (
    <NewPinPage key={query} api={api} query={query} />
  ) : (
    <PinPage key={pinId} api={api} id={pinId} />
  );
}
