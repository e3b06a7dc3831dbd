import { sessionQuery } from '../../features/accounts/client.ts';
import { can } from '../../features/accounts/permissions.ts';
import type { PageContext } from '../../features/content/client.ts';
import { viewsQuery } from '../../features/list-views/client.ts';
import { findView } from '../../features/list-views/ui/views.ts';
import type { ListDefinition, TableState } from '../../ui/table/table-state.ts';
import { parseViewSearch, toViewQuery } from '../navigation/table-search-params.ts';

/** Returns the query of a list for its URL. Loads the saved views, without which the list is still shown. */
export async function loadTableState(
  { api, queryClient }: PageContext,
  list: ListDefinition,
  search: Readonly<Record<string, unknown>>,
): Promise<TableState> {
  const { session } = await queryClient.ensureQueryData(sessionQuery(api));
  const views = can(session?.user, 'list-view.own')
    ? await queryClient.ensureQueryData(viewsQuery(api, list.name)).catch(() => undefined)
    : undefined;
  return parseViewSearch(search, list, toViewQuery(findView(views, search), search));
}
