import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { RecordBar, RecordTitle } from '../../../../ui/record/RecordHeader.tsx';
import { DataTable } from '../../../../ui/table/DataTable.tsx';
import { EmptyPage } from '../../../../ui/EmptyPage.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import { TableFooter } from '../../../../ui/table/TableFooter.tsx';
import { useListUrl } from '../../../../ui/table/record-pager.ts';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { useFocusAtNextStep } from '../../../../ui/useFocusAtNextStep.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import { bulkChangeQuery, bulkItemsQuery, getPollInterval, isWorking } from '../client.ts';
import { exportBulkItems } from '../contract.ts';
import { type BulkChangeDetails, formatAction } from '../schema.ts';
import { BACK_TO_LOCATIONS } from '../messages.ts';
import { LOCATIONS_LIST } from '../../admin-list/ui/list-definition.ts';
import { getRecordPath } from '../../admin-record/ui/RecordActions.tsx';
import { BulkChangeActions } from './BulkChangeActions.tsx';
import { BulkChangeSummary } from './BulkChangeSummary.tsx';
import { BulkStatus } from './BulkStatus.tsx';
import { ITEMS_TABLE, LINE_COLUMN, toItemParams } from './change-list.tsx';
import './bulk-changes.css';

/** A change of many locations: first its preview, then its progress, then its report. */
export function BulkChangePage({ api, id, table }: { api: Api; id: string; table: TableControl }) {
  const { data: change } = useSuspenseQuery({
    ...bulkChangeQuery(api, id),
    refetchInterval: ({ state }) => getPollInterval(state.data),
  });
  const listUrl = useListUrl(LOCATIONS_LIST);
  useRefetchAtEnd(change);
  useFocusAtNextStep(`${change.state} ${change.can_undo}`);
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: listUrl, label: BACK_TO_LOCATIONS }}>
        {change.state !== 'PREVIEW' && (
          <a className="button button--compact button--quiet" href="/admin/locations/bulk-changes">
            All bulk changes
          </a>
        )}
        <ExportButton what="the report" fetchFile={() => api(exportBulkItems, toItemParams(id, table.state))} />
        <BulkChangeActions api={api} change={change} listUrl={listUrl} />
      </RecordBar>
      <RecordTitle title={formatAction(change.action)}>
        <output>
          <BulkStatus state={change.state} />
        </output>
        {change.created_by && <span>{formatPerson(change.created_by)}</span>}
        <span>{formatDateTime(change.created_at)}</span>
        {change.undone_at !== null && change.undone_by && (
          <span>{`Undone by ${formatPerson(change.undone_by)}, ${formatDateTime(change.undone_at)}`}</span>
        )}
      </RecordTitle>
      <BulkChangeSummary change={change} table={table} />
      <Items api={api} change={change} table={table} />
    </main>
  );
}

/** Other pages show the changed locations. */
function useRefetchAtEnd({ state }: BulkChangeDetails): void {
  const client = useQueryClient();
  const wasWorking = useRef(false);
  useEffect(() => {
    if (wasWorking.current && !isWorking(state)) void client.invalidateQueries();
    wasWorking.current = isWorking(state);
  }, [client, state]);
}

/** The locations with what becomes of each. */
function Items({ api, change, table }: { api: Api; change: BulkChangeDetails; table: TableControl }) {
  const { state } = table;
  const progress = JSON.stringify([change.state, change.counts]);
  const { data, isPlaceholderData } = useQuery(bulkItemsQuery(api, toItemParams(change.id, state), progress));
  return (
    <section className="bulk-items" aria-label="Locations">
      <DataTable
        name={table.name}
        caption="Locations of this change"
        columns={change.action.kind === 'import' ? [LINE_COLUMN, ...ITEMS_TABLE] : ITEMS_TABLE}
        rows={data?.data}
        rowKey={({ location_id }) => location_id}
        rowHref={({ exists, location_id }) => (exists ? getRecordPath(location_id) : undefined)}
        rowName={({ title }) => title}
        rowActions={({ revision, exists, location_id, title }) =>
          exists &&
          revision !== null && (
            <a className="link" href={`${getRecordPath(location_id)}/history`}>
              History<span className="visually-hidden"> of {title}</span>
            </a>
          )
        }
        stale={isPlaceholderData && !isWorking(change.state)}
        sort={{ by: state.sortBy, order: state.sortOrder }}
        hrefFor={table.href}
        empty={data && data.total > 0 ? <EmptyPage href={table.href({ page: 1 })} /> : <p>No locations were found.</p>}
      />
      {data && (
        <TableFooter
          page={state.page}
          total={data.total}
          size={data.per_page}
          noun={['location', 'locations']}
          hrefFor={table.href}
        />
      )}
    </section>
  );
}
