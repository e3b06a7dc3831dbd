import { createFileRoute } from '@tanstack/react-router';
import { can } from '../../features/accounts/permissions.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { locationFieldsQuery } from '../../features/locations/catalogue/published/client.ts';
import { locationListQuery } from '../../features/locations/admin-list/client.ts';
import { LocationList } from '../../features/locations/admin-list/ui/LocationList.tsx';
import { SelectionActions } from '../../features/locations/bulk-changes/ui/SelectionActions.tsx';
import { LOCATIONS_LIST, toRequest } from '../../features/locations/admin-list/ui/list-definition.ts';
import { loadList } from '../loaders/list-loader.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';
import { useTable } from '../navigation/table-search-params.ts';

export const Route = createFileRoute('/admin/locations/')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    await Promise.all([
      loadList({ context, deps }, LOCATIONS_LIST, (state) => locationListQuery(api, toRequest(state))),
      queryClient.ensureQueryData(locationFieldsQuery(api)),
    ]);
  },
  head: createPrivateHead('Locations'),
  component: Locations,
});

function Locations() {
  const { api } = Route.useRouteContext();
  const user = useUser(api);
  const canChangeMany = can(user, 'location.change-many');
  return (
    <LocationList
      api={api}
      table={useTable(LOCATIONS_LIST, Route.useSearch())}
      actions={
        <>
          {can(user, 'location.import') && (
            <a className="button button--compact" href="/admin/import">
              Import
            </a>
          )}
          {canChangeMany && (
            <a className="button button--compact" href="/admin/locations/bulk-changes">
              Bulk changes
            </a>
          )}
        </>
      }
      selectionActions={(selection) => <SelectionActions api={api} {...selection} canChange={canChangeMany} />}
    />
  );
}
