import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import { viewsQuery } from '../client.ts';
import { getListPermission } from '../../accounts/page-access.ts';
import type { ListView, ListViews } from '../schema.ts';

/** In a URL, the view without filters, where another one is the default. */
export const ALL_VIEW_ID = 'all';

/** Returns the saved views of a list; undefined while loading, and where the list or the user has none. */
export function useViews(api: Api, list: string): ListViews | undefined {
  const user = useUser(api);
  const enabled = can(user, 'list-view.own') && getListPermission(list) !== undefined;
  return useQuery({ ...viewsQuery(api, list), enabled }).data;
}

/** Finds the view that a URL names. */
export function findView(
  saved: ListViews | undefined,
  search: Readonly<Record<string, unknown>>,
): ListView | undefined {
  return saved?.views.find(({ id }) => id === search['view']);
}

/** Returns the path of a list with a view; undefined for the one without filters. */
export function getViewPath(path: string, view: Pick<ListView, 'id'> | undefined, { defaultId }: ListViews): string {
  if (view) return `${path}?view=${view.id}`;
  // Without a parameter the list would open with the default view.
  return defaultId === null ? path : `${path}?view=${ALL_VIEW_ID}`;
}
