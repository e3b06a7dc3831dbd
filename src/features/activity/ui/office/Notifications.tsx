import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatMoment } from '../../../../ui/dates.ts';
import { useFailures } from '../../../../ui/failures.tsx';
import { Mail } from '../../../../ui/icons.tsx';
import { ListScreen } from '../../../../ui/table/ListScreen.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { MailOpen } from '../../../../ui/table/icons.tsx';
import type { ListDefinition, TableControl, TableState } from '../../../../ui/table/state.ts';
import { NOTIFICATION_TYPES } from '../../../notifications/schema.ts';
import { readToggle } from '../../notifications/client.ts';
import { exportNotifications } from '../../notifications/contract.ts';
import { NOTIFICATION_COLUMNS, type Notification } from '../../notifications/schema.ts';
import { Subject, hrefOf, titleOf } from './subject.tsx';
import { nameOf } from '../../schema.ts';

const ALL = 'all';

/** The list of notifications: those about locations that nobody has read, unless asked otherwise. */
export const NOTIFICATION_LIST: ListDefinition = {
  name: 'notifications',
  path: '/admin/notifications',
  columns: NOTIFICATION_COLUMNS,
  sort: { by: 'id', order: 'desc' },
  filters: [
    {
      field: 'type',
      label: 'Type',
      kind: 'options',
      single: true,
      initial: 'location',
      options: [
        { value: 'location', label: 'Locations' },
        { value: 'user', label: 'Users' },
        { value: 'board', label: 'Boards' },
      ],
    },
    {
      field: 'status',
      label: 'Status',
      kind: 'options',
      single: true,
      initial: 'unread',
      options: [
        { value: ALL, label: 'All' },
        { value: 'read', label: 'Read' },
        { value: 'unread', label: 'Unread' },
      ],
    },
  ],
};

const COLUMNS: readonly Column<Notification>[] = [
  { name: 'read', label: 'Read', bare: true, cell: ({ read_at }) => <ReadIcon isRead={read_at !== null} /> },
  { name: 'id', label: 'Id', sort: 'desc', stays: true, cell: ({ id }) => id },
  { name: 'type', label: 'Type', sort: 'asc', cell: ({ type }) => NOTIFICATION_TYPES[type].label },
  {
    name: 'about',
    label: 'About',
    grow: true,
    cell: (row) => <Subject of={row} about={NOTIFICATION_TYPES[row.type].about} />,
  },
  { name: 'by', label: 'By', cell: ({ user }) => user && nameOf(user) },
  { name: 'created_at', label: 'Created At', sort: 'desc', cell: ({ created_at }) => formatMoment(created_at) },
];

function ReadIcon({ isRead }: { isRead: boolean }) {
  return (
    <span className={isRead ? 'table__mark table__mark--past' : 'table__mark'}>
      {isRead ? <MailOpen /> : <Mail />}
      <span className="unseen">{isRead ? 'Read' : 'Unread'}</span>
    </span>
  );
}

/** What the call takes of what the list is asked for. */
export function notificationsAsked({ page, sortBy, sortOrder, filters }: TableState) {
  const [status] = filters['status'] ?? [];
  return {
    page,
    sortBy: sortBy as (typeof NOTIFICATION_COLUMNS)[number],
    sortOrder,
    type: filters['type']?.[0] as 'location' | 'user' | 'board' | undefined,
    status: status === ALL ? undefined : (status as 'read' | 'unread' | undefined),
  };
}

type Screen = Parameters<typeof ListScreen<Notification>>[0];

/** The notifications of the Locations Team. */
export function Notifications(props: { api: Api; table: TableControl } & Pick<Screen, 'page' | 'stale' | 'error'>) {
  const { api, table } = props;
  const { report, alert } = useFailures();
  const toggle = useMutation({ ...readToggle(api), onError: report });
  const { page: _, ...found } = notificationsAsked(table.state);
  return (
    <>
      <ListScreen
        {...props}
        title="Notifications"
        noun={['notification', 'notifications']}
        columns={COLUMNS}
        filters={NOTIFICATION_LIST.filters}
        rowKey={({ id }) => String(id)}
        rowHref={(row) => hrefOf(row, NOTIFICATION_TYPES[row.type].about)}
        rowName={(row) => titleOf(row, NOTIFICATION_TYPES[row.type].about)}
        rowActs={({ id, read_at }) => (
          <button type="button" className="link" onClick={() => toggle.mutate(id)}>
            {read_at === null ? 'Mark as read' : 'Mark as unread'}
            <span className="unseen"> notification {id}</span>
          </button>
        )}
        fetchFile={() => api(exportNotifications, found)}
      />
      {alert}
    </>
  );
}
