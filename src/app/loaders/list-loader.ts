import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
import type { PageContext } from '../../features/content/client.ts';
import type { ListDefinition, TableState } from '../../ui/table/table-state.ts';
import type { TableSearch } from '../navigation/table-search-params.ts';
import { loadRequired } from './load-required.ts';
import { loadTableState } from './table-state-loader.ts';

/**
 * Loads a list of the back office for its URL. In the browser it does not wait for the list: its page shows the previous one meanwhile.
 * @param deps the parameters of the URL
 */
export async function loadList<Data, Key extends QueryKey>(
  { context, deps }: { readonly context: PageContext; readonly deps: TableSearch },
  list: ListDefinition,
  toQuery: (state: TableState) => FetchQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  const query = toQuery(await loadTableState(context, list, deps));
  if (import.meta.env.SSR) await loadRequired(context.queryClient.ensureQueryData(query));
  else void context.queryClient.prefetchQuery(query);
}
