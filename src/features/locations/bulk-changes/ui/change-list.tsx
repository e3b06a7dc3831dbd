import { formatDateTime } from '../../../../platform/text/dates.ts';
import { formatNumber } from '../../../../platform/text/numbers.ts';
import type { Column } from '../../../../ui/table/columns.tsx';
import { type ListDefinition, type TableState, createToParams } from '../../../../ui/table/table-state.ts';
import { formatPerson } from '../../../entry-subjects/schema.ts';
import type { bulkChanges, bulkItems } from '../contract.ts';
import {
  type BulkChange,
  type BulkItem,
  ITEM_STATES,
  ITEM_STATE_LABELS,
  countUndoable,
  formatAction,
} from '../schema.ts';
import { BulkStatus, ItemStatus } from './BulkStatus.tsx';

const PATH = '/admin/locations/bulk-changes';

/** Returns the path of the page of a bulk change: preview, progress and report. */
export function getBulkChangePath(id: string): string {
  return `${PATH}/${id}`;
}

/** The list of bulk changes, the latest first. */
export const BULK_CHANGES_LIST: ListDefinition = {
  name: 'bulk-changes',
  path: PATH,
  columns: ['created_at'],
  sort: { by: 'created_at', order: 'desc' },
  startsFresh: true,
  filters: [],
};

/** The locations of a bulk change. */
export const getItemsList = (id: string): ListDefinition => ({
  name: 'bulk-change',
  path: getBulkChangePath(id),
  columns: ['title'],
  sort: { by: 'title', order: 'asc' },
  startsFresh: true,
  filters: [
    {
      field: 'state',
      label: 'Result',
      kind: 'options',
      single: true,
      options: ITEM_STATES.map((value) => ({ value, label: ITEM_STATE_LABELS[value] })),
    },
  ],
});

export const toChangesParams = createToParams<typeof bulkChanges>(BULK_CHANGES_LIST);

/** The parameters of the API for a state of the list of locations. */
export const toItemParams = (id: string, state: TableState) => ({
  ...createToParams<typeof bulkItems>(getItemsList(id))(state),
  id,
});

export const BULK_CHANGES_TABLE: readonly Column<BulkChange>[] = [
  {
    name: 'created_at',
    label: 'Date',
    sort: 'desc',
    isAlwaysShown: true,
    cell: ({ created_at }) => formatDateTime(created_at),
  },
  { name: 'action', label: 'Change', grow: true, isAlwaysShown: true, cell: ({ action }) => formatAction(action) },
  { name: 'user', label: 'User', cell: ({ created_by }) => created_by && formatPerson(created_by) },
  { name: 'state', label: 'State', cell: ({ state }) => <BulkStatus state={state} /> },
  { name: 'changed', label: 'New or changed', align: 'end', cell: ({ counts }) => formatNumber(countChanged(counts)) },
  { name: 'refused', label: 'Refused', align: 'end', cell: ({ counts }) => formatNumber(counts.REFUSED) },
];

/** Locations that the change has added or changed, whether that was undone since or not. */
function countChanged(counts: BulkChange['counts']): number {
  return countUndoable(counts) + counts.UNDONE + counts.KEPT;
}

/** Only of imports. */
export const LINE_COLUMN: Column<BulkItem> = {
  name: 'line',
  label: 'Line',
  align: 'end',
  isAlwaysShown: true,
  cell: ({ line }) => line !== null && formatNumber(line),
};

export const ITEMS_TABLE: readonly Column<BulkItem>[] = [
  {
    name: 'title',
    label: 'Location',
    sort: 'asc',
    grow: true,
    isAlwaysShown: true,
    cell: ({ title }) => title,
  },
  { name: 'state', label: 'Result', isAlwaysShown: true, cell: ({ state }) => <ItemStatus state={state} /> },
  {
    name: 'note',
    label: 'Note',
    isAlwaysShown: true,
    cell: ({ note, reason, exists, location_id }) => (
      <span className="bulk-note">
        {note}
        {reason === 'AWAITING_APPROVAL' && exists && (
          <>
            {' '}
            <a href={`/admin/review/${location_id}`}>Open the review</a>
          </>
        )}
      </span>
    ),
  },
];
