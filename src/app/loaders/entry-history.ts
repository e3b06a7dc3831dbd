import type { QueryClient } from '@tanstack/react-query';
import { revisionQuery, revisionsQuery } from '../../features/companies/history/client.ts';
import type { Kind } from '../../features/companies/kinds.ts';
import type { Api } from '../../platform/http/contract.ts';
import { chooseVersions, parseHistorySearch, redirectToLastPage } from '../navigation/history-search.ts';
import { loadRequired } from './load-required.ts';

/** Loads what the history of a company or person shows. @returns the open version, the one that it is compared with, and the page of the list */
export async function loadEntryHistory(
  api: Api,
  queryClient: QueryClient,
  history: { kind: Kind; id: string; path: string; search: Readonly<Record<string, unknown>> },
) {
  const { kind, id, path } = history;
  const search = parseHistorySearch(history.search);
  const { page = 1 } = search;
  const list = await loadRequired(queryClient.fetchQuery({ ...revisionsQuery(api, kind, id, page), staleTime: 0 }));
  redirectToLastPage(path, search, list);
  const { version, from } = chooseVersions(search, list.total);
  const needed = [...new Set([version, from ?? version])];
  await loadRequired(
    Promise.all(
      needed.map((number) => queryClient.fetchQuery({ ...revisionQuery(api, kind, id, number), staleTime: 0 })),
    ),
  );
  return { version, from, page };
}
