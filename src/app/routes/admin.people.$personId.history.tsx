import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { personQuery } from '../../features/companies/people/client.ts';
import { EntryHistory } from '../../features/companies/ui/EntryHistory.tsx';
import { getPersonPath } from '../../features/companies/ui/person-list.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadEntryHistory } from '../loaders/entry-history.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/people/$personId/history')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { api, queryClient }, params, deps }) => load(api, queryClient, params.personId, deps),
  head: createLoadedHead,
  component: PersonHistory,
});

async function load(api: Api, queryClient: QueryClient, id: string, search: Readonly<Record<string, unknown>>) {
  const { name } = await loadRequired(queryClient.fetchQuery(personQuery(api, id)));
  const path = `${getPersonPath({ id })}/history`;
  const shown = await loadEntryHistory(api, queryClient, { kind: 'people', id, path, search });
  return { title: `History of ${name}`, name, ...shown };
}

function PersonHistory() {
  const { api } = Route.useRouteContext();
  const { personId: id } = Route.useParams();
  const { title: _, ...shown } = Route.useLoaderData();
  return <EntryHistory key={id} api={api} kind="people" id={id} path={getPersonPath({ id })} {...shown} />;
}
