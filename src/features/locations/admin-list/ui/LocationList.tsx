import { type ReactNode, useEffect, useMemo } from 'react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { SelectionBar } from '../../../../ui/table/SelectionBar.tsx';
import { TablePage } from '../../../../ui/table/TablePage.tsx';
import { type Selected, useRowSelection } from '../../../../ui/table/row-selection.ts';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { useToast } from '../../../../ui/toasts.tsx';
import { can } from '../../../accounts/permissions.ts';
import { getAreaHint } from '../../../accounts/ui/admin/area-hint.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import { locationFieldsQuery } from '../../catalogue/published/client.ts';
import { type ListRequest, locationListQuery } from '../client.ts';
import { exportLocations } from '../contract.ts';
import { MAX_FILTERS, MAX_QUERY_LENGTH, TOO_MANY_FILTERS_MESSAGE } from '../schema.ts';
import { getDisplayTitle } from '../../catalogue/display-title.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { COLUMNS } from './columns.tsx';
import { addOptionsToFilters, toRequest } from './list-definition.ts';
import { locationPager } from './location-pager.ts';

const PURPOSE = 'The locations of this site will be listed here, with their status, owners and images.';
const NOUN = ['location', 'locations'] as const;

/**
 * All locations for the Locations Team, those of its area for a film office.
 * @param props.actions further actions of the page
 * @param props.selectionActions what can be done with the selected locations; undefined if nothing can
 */
export function LocationList(props: {
  api: Api;
  table: TableControl;
  actions: ReactNode;
  selectionActions: (selection: { selected: Selected; count: number; request: ListRequest }) => ReactNode;
}) {
  const { api, table, actions, selectionActions } = props;
  const request = useMemo(() => toRequest(table.state), [table.state]);
  const { data: fields } = useSuspenseQuery(locationFieldsQuery(api));
  const filters = useMemo(() => addOptionsToFilters(fields), [fields]);
  const { data, error, isPlaceholderData } = useQuery({
    ...locationListQuery(api, request),
    placeholderData: keepPreviousData,
  });
  const toast = useToast();
  const user = useUser(api);
  useEffect(() => {
    if (error) toast({ text: 'Error fetching results', kind: 'error' });
  }, [error, toast]);
  locationPager.useStore(table.state, { data, isPlaceholderData });
  const total = data?.meta.page.total_results ?? 0;
  const selection = useRowSelection({
    name: table.name,
    query: JSON.stringify([request.query, request.filters]),
    rows: data?.data.map(({ id }) => id) ?? [],
    total,
  });
  return (
    <TablePage
      title="Locations"
      noun={NOUN}
      table={table}
      columns={COLUMNS}
      filters={filters}
      prominent={6}
      limit={{ count: MAX_FILTERS, message: TOO_MANY_FILTERS_MESSAGE }}
      search={{ label: 'Search locations', placeholder: 'Search title, id, address, owner', length: MAX_QUERY_LENGTH }}
      found={{
        data: data && { data: data.data, total: data.meta.page.total_results, per_page: data.meta.page.size },
        error,
        isPlaceholderData,
      }}
      all={data?.meta.total_locations}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/admin/locations/${id}`}
      rowName={({ title }) => getDisplayTitle(title)}
      fetchFile={() => api(exportLocations, request)}
      actions={actions}
      selection={selection.table}
      selectionBar={
        <SelectionBar selection={selection} total={total} noun={NOUN}>
          {selectionActions({ selected: selection.selected, count: selection.count, request })}
        </SelectionBar>
      }
      hint={getAreaHint(user, 'Locations')}
      whenEmpty={can(user, 'option.edit') && <FirstSteps purpose={PURPOSE} />}
    />
  );
}
