import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { TablePage } from '../../../../ui/table/TablePage.tsx';
import type { TableControl } from '../../../../ui/table/table-state.ts';
import { bulkChangesQuery } from '../client.ts';
import { formatAction } from '../schema.ts';
import { BULK_CHANGES_LIST, BULK_CHANGES_TABLE, getBulkChangePath, toChangesParams } from './change-list.tsx';
import './bulk-changes.css';

/** The changes of many locations, as a page of the back office. */
export function BulkChangeList({ api, table }: { api: Api; table: TableControl }) {
  const found = useQuery({
    ...bulkChangesQuery(api, toChangesParams(table.state)),
    placeholderData: keepPreviousData,
  });
  return (
    <TablePage
      table={table}
      found={found}
      title="Bulk changes"
      noun={['change', 'changes']}
      columns={BULK_CHANGES_TABLE}
      filters={BULK_CHANGES_LIST.filters}
      rowKey={({ id }) => id}
      rowHref={({ id }) => getBulkChangePath(id)}
      rowName={({ action }) => formatAction(action)}
      actions={
        <a className="button button--compact" href="/admin/locations">
          Locations
        </a>
      }
      hint="Reports are kept for 90 days."
      whenEmpty={
        <p>Nothing has been changed in bulk yet. Select rows in the list of locations, and choose what to change.</p>
      }
    />
  );
}
