import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ROLES } from '../../features/accounts/permissions.ts';
import { userQuery } from '../../features/accounts/administration/client.ts';
import { UserDetailsPage } from '../../features/accounts/ui/admin/UserDetailsPage.tsx';
import { getUserPath } from '../../features/accounts/ui/admin/users-list.tsx';
import { UserBoards } from '../../features/boards/ui/admin/UserBoards.tsx';
import { boardsOfUserQuery } from '../../features/boards/ui/admin/client.ts';
import { locationsOfUserQuery } from '../../features/locations/editing/client.ts';
import { UserLocations } from '../../features/locations/editing/ui/user-locations/UserLocations.tsx';
import type { Api } from '../../platform/http/contract.ts';
import { loadRequired } from '../loaders/load-required.ts';
import { parsePage, toPageSearch } from '../navigation/page-param.ts';
import { createLoadedHead } from '../seo.ts';

export const Route = createFileRoute('/admin/users/$userId/')({
  validateSearch: (raw: Record<string, unknown>): { archived?: true; page?: number } => ({
    ...(String(raw['archived']) === 'true' && { archived: true }),
    ...toPageSearch(parsePage(raw['page'])),
  }),
  loaderDeps: ({ search: { archived = false, page = 1 } }) => ({ archived, page }),
  loader: ({ context: { api, queryClient }, params, deps }) => load(api, queryClient, params.userId, deps),
  head: createLoadedHead,
  component: UserPage,
});

async function load(api: Api, queryClient: QueryClient, id: string, params: { archived: boolean; page: number }) {
  const { role, first_name, last_name } = await loadRequired(queryClient.ensureQueryData(userQuery(api, id)));
  const { profileList } = ROLES[role];
  if (profileList === 'boards') await loadRequired(queryClient.ensureQueryData(boardsOfUserQuery(api, id, params)));
  if (profileList === 'locations')
    await loadRequired(queryClient.ensureQueryData(locationsOfUserQuery(api, { id, page: params.page })));
  return { title: `${first_name} ${last_name}` };
}

function UserPage() {
  const { api } = Route.useRouteContext();
  const { userId } = Route.useParams();
  const { archived = false, page = 1 } = Route.useSearch();
  const href = (params: { archived?: boolean; page: number }) => {
    const query = [params.archived && 'archived=true', params.page > 1 && `page=${params.page}`]
      .filter(Boolean)
      .join('&');
    return query ? `${getUserPath({ id: userId })}?${query}` : getUserPath({ id: userId });
  };
  return (
    <UserDetailsPage
      key={userId}
      api={api}
      id={userId}
      aside={({ role }) => {
        const { profileList } = ROLES[role];
        if (profileList === 'boards')
          return <UserBoards api={api} userId={userId} archived={archived} page={page} href={href} />;
        if (profileList === 'locations')
          return <UserLocations api={api} userId={userId} page={page} href={(to) => href({ page: to })} />;
        return null;
      }}
    />
  );
}
