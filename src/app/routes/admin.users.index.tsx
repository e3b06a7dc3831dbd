import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { usersQuery } from '../../features/accounts/administration/client.ts';
import { exportUsers } from '../../features/accounts/administration/contract.ts';
import { OpenDeletions } from '../../features/accounts/ui/admin/OpenDeletions.tsx';
import { USERS_LIST, USERS_COLUMNS, getUserPath, toUsersParams } from '../../features/accounts/ui/admin/users-list.tsx';
import { TablePage } from '../../ui/table/TablePage.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';
import { useTable } from '../navigation/table-search-params.ts';

export const Route = createFileRoute('/admin/users/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: (options) => loadList(options, USERS_LIST, (state) => usersQuery(options.context.api, toUsersParams(state))),
  head: createPrivateHead('Users'),
  component: Users,
});

function Users() {
  const { api } = Route.useRouteContext();
  const table = useTable(USERS_LIST, Route.useSearch());
  const params = toUsersParams(table.state);
  const found = useQuery({ ...usersQuery(api, params), placeholderData: keepPreviousData });
  const { page: _, ...all } = params;
  return (
    <TablePage
      title="Users"
      noun={['user', 'users']}
      table={table}
      columns={USERS_COLUMNS}
      filters={USERS_LIST.filters}
      search={{ label: 'Search users', placeholder: 'Search name, email' }}
      found={found}
      rowKey={({ id }) => id}
      rowHref={getUserPath}
      rowName={({ first_name, last_name }) => `${first_name} ${last_name}`}
      fetchFile={() => api(exportUsers, all)}
      notice={<OpenDeletions api={api} />}
      hint={
        found.data?.total === 1 &&
        params.query === '' && (
          <>
            There is one user so far.{' '}
            <a className="link" href="/admin/settings">
              Invite your colleagues
            </a>{' '}
            to the Locations Team. Location Professionals and Owners register on the website.
          </>
        )
      }
    />
  );
}
