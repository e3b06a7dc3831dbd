import type { Api } from '../../../../platform/http/contract.ts';
import { formatMoment } from '../../../../ui/dates.ts';
import { ListScreen } from '../../../../ui/table/ListScreen.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { type ListDefinition, type TableControl, type TableState, daysOf } from '../../../../ui/table/state.ts';
import { AUDIT_TYPES, type AuditType } from '../../schema.ts';
import { exportAuditLogs } from '../../contract.ts';
import { AUDIT_TYPE_NAMES, TRAIL_COLUMNS, type TrailEntry, labelOf } from '../../list-schema.ts';
import { nameOf } from '../../../subjects/schema.ts';
import { Subject, hrefOf, titleOf } from '../../../subjects/ui/Subject.tsx';

/** The list of the trail. */
export const TRAIL_LIST: ListDefinition = {
  name: 'audit-logs',
  path: '/admin/audit-logs',
  columns: TRAIL_COLUMNS,
  sort: { by: 'id', order: 'desc' },
  filters: [
    {
      field: 'type',
      label: 'Type',
      kind: 'options',
      single: true,
      options: AUDIT_TYPE_NAMES.map((name) => ({ value: name, label: AUDIT_TYPES[name].label })),
    },
    { field: 'user', label: 'User', kind: 'text' },
    { field: 'date', label: 'Date', kind: 'range' },
  ],
};

const COLUMNS: readonly Column<TrailEntry>[] = [
  { name: 'id', label: 'Id', sort: 'desc', stays: true, cell: ({ id }) => id },
  { name: 'user', label: 'User', sort: 'asc', cell: (row) => <Actor {...row} /> },
  { name: 'type', label: 'Type', sort: 'asc', cell: ({ type }) => labelOf(type) },
  { name: 'about', label: 'About', grow: true, cell: (row) => <About {...row} /> },
  { name: 'created_at', label: 'Date', sort: 'desc', cell: ({ created_at }) => formatMoment(created_at) },
];

function Actor({ user, user_id }: TrailEntry) {
  if (user) return nameOf(user);
  return <span className="muted">{user_id === null ? 'Command line' : 'Unknown'}</span>;
}

/**
 * What an entry is about: an account, a location, a board or two of these, of which only the first is a link: two have no room in a
 * row.
 */
function About(entry: TrailEntry) {
  const [first, second] = subjectsIn(entry);
  const small = second ? `${second.about === 'board' ? 'on' : 'to'} ${titleOf(second.of, second.about)}` : entry.note;
  return (
    <>
      {first && <Subject {...first} />}
      {small !== '' && (first ? <small>{small}</small> : small)}
    </>
  );
}

function subjectsIn(entry: TrailEntry): Parameters<typeof Subject>[0][] {
  const { location_id, board_id, concerned } = entry;
  return [
    ...(location_id === null ? [] : [{ of: entry, about: 'location' } as const]),
    ...(board_id === null ? [] : [{ of: entry, about: 'board' } as const]),
    ...(concerned ? [{ of: { ...entry, user: concerned }, about: 'user' } as const] : []),
  ];
}

/** What the call takes of what the list is asked for. */
export function trailAsked({ page, sortBy, sortOrder, filters }: TableState) {
  return {
    page,
    sortBy: sortBy as (typeof TRAIL_COLUMNS)[number],
    sortOrder,
    type: filters['type']?.[0] as AuditType | undefined,
    user: filters['user']?.[0] ?? '',
    ...daysOf(filters['date']?.[0]),
  };
}

type Screen = Parameters<typeof ListScreen<TrailEntry>>[0];

/** The audit logs. */
export function AuditLogs(props: { api: Api; table: TableControl } & Pick<Screen, 'page' | 'stale' | 'error'>) {
  const { api, table } = props;
  const { page: _, ...found } = trailAsked(table.state);
  return (
    <ListScreen
      {...props}
      title="Audit Logs"
      noun={['entry', 'entries']}
      columns={COLUMNS}
      filters={TRAIL_LIST.filters}
      resets
      rowKey={({ id }) => String(id)}
      rowHref={(row) => {
        const [first] = subjectsIn(row);
        return first && hrefOf(first.of, first.about);
      }}
      rowName={(row) => {
        const [first] = subjectsIn(row);
        return first ? titleOf(first.of, first.about) : '';
      }}
      fetchFile={() => api(exportAuditLogs, found)}
    />
  );
}
