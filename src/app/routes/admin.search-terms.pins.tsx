import { createFileRoute, notFound } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { pinsQuery } from '../../features/search/pins/client.ts';
import { PinList } from '../../features/search/ui/admin/PinList.tsx';
import { NewPinPage, PinPage } from '../../features/search/ui/admin/PinPage.tsx';
import { NEW, parseWords } from '../../features/search/ui/admin/search-terms-paths.ts';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';

export const Route = createFileRoute('/admin/search-terms/pins')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, deps }) => load(api, queryClient, parseWords(deps['pin'])),
  head: createPrivateHead('Pinned results'),
  component: Pins,
});

async function load(api: Api, queryClient: QueryClient, id: string): Promise<void> {
  const pins = await loadRequired(queryClient.fetchQuery(pinsQuery(api)));
  if (id !== '' && id !== NEW && !pins.some((pin) => pin.id === id)) throw notFound();
}

function Pins() {
  const { api } = Route.useRouteContext();
  const search = Route.useSearch();
  const [id, query] = [parseWords(search['pin']), parseWords(search['query'])];
  if (id === '') return <PinList api={api} />;
  return id === NEW ? <NewPinPage key={query} api={api} query={query} /> : <PinPage key={id} api={api} id={id} />;
}
