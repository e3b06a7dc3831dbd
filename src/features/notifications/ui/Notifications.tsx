import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { formatDateTime } from '../../../platform/text/dates.ts';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { Mail } from '../../../ui/icons.tsx';
import { focusTable } from '../../../ui/table/FilterChips.tsx';
import { TablePage } from '../../../ui/table/TablePage.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { MailOpen } from '../../../ui/table/icons.tsx';
import { ALL, type ListDefinition, type TableControl, createToParams } from '../../../ui/table/table-state.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { markReadMutation, notificationsQuery } from '../client.ts';
import { exportNotifications, type notifications } from '../contract.ts';
import { INITIAL_SUBJECT, NOTIFICATION_COLUMNS, type Notification } from '../schema.ts';
import { NOTIFICATION_TYPES } from '../notification-types.ts';
import { EntrySubject, getSubjectPath, getSubjectTitle } from '../../entry-subjects/ui/EntrySubject.tsx';
import { formatPerson } from '../../entry-subjects/schema.ts';

/** The list opens with unread notifications about locations. */
export const NOTIFICATION_LIST: ListDefinition = {
  name: 'notifications',
  path: '/admin/notifications',
  columns: NOTIFICATION_COLUMNS,
  sort: { by: 'id', order: 'desc' },
  startsFresh: true,
  filters: [
    {
      field: 'type',
      label: 'Type',
      kind: 'options',
      single: true,
      initial: INITIAL_SUBJECT,
      options: [
        { value: ALL, label: 'All types' },
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
  {
    name: 'read',
    label: 'Read',
    hasHiddenHeading: true,
    cell: ({ read_at }) => <ReadIcon isRead={read_at !== null} />,
  },
  { name: 'id', label: 'Id', sort: 'desc', isAlwaysShown: true, cell: ({ id }) => id },
  { name: 'type', label: 'Type', sort: 'asc', cell: ({ type }) => NOTIFICATION_TYPES[type].label },
  {
    name: 'about',
    label: 'About',
    grow: true,
    cell: (row) => <EntrySubject subjects={row} kind={NOTIFICATION_TYPES[row.type].about} />,
  },
  { name: 'by', label: 'By', cell: ({ user }) => user && formatPerson(user) },
  { name: 'created_at', label: 'Created At', sort: 'desc', cell: ({ created_at }) => formatDateTime(created_at) },
];

function ReadIcon({ isRead }: { isRead: boolean }) {
  return (
    <span className={isRead ? 'table__mark table__mark--muted' : 'table__mark'}>
      {isRead ? <MailOpen /> : <Mail />}
      <span className="visually-hidden">{isRead ? 'Read' : 'Unread'}</span>
    </span>
  );
}

export const toNotificationParams = createToParams<typeof notifications>(NOTIFICATION_LIST);

/** The notifications of the Locations Team as a page of the back office. */
export function Notifications({ api, table }: { api: Api; table: TableControl }) {
  const { report, alert } = useErrorDialog();
  const toast = useToast();
  const markRead = useMutation({ ...markReadMutation(api), onError: report });
  const query = toNotificationParams(table.state);
  const { page: _, ...params } = query;
  const found = useQuery({ ...notificationsQuery(api, query), placeholderData: keepPreviousData });
  /** If the list is filtered by status the row disappears, so a toast confirms the change and offers to undo it. */
  const mark = async (row: Notification, read: boolean, canUndo: boolean) => {
    const isMarked = await markRead.mutateAsync({ id: row.id, read }).then(
      () => true,
      () => false,
    );
    if (!isMarked || params.status === undefined || (params.status === 'read') === read) return;
    if (canUndo) focusTable();
    toast({
      text: `‘${getSubjectTitle(row, NOTIFICATION_TYPES[row.type].about)}’ was marked as ${read ? 'read' : 'unread'}.`,
      ...(canUndo && { action: { label: 'Undo', run: () => void mark(row, !read, false) } }),
    });
  };
  return (
    <>
      <TablePage
        table={table}
        found={found}
        title="Notifications"
        noun={['notification', 'notifications']}
        columns={COLUMNS}
        filters={NOTIFICATION_LIST.filters}
        rowKey={({ id }) => String(id)}
        rowHref={(row) => getSubjectPath(row, NOTIFICATION_TYPES[row.type].about)}
        rowName={(row) => getSubjectTitle(row, NOTIFICATION_TYPES[row.type].about)}
        onOpen={(row) => row.read_at === null && void mark(row, true, false)}
        rowActions={(row) => (
          <button type="button" className="link" onClick={() => void mark(row, row.read_at === null, true)}>
            {row.read_at === null ? 'Mark as read' : 'Mark as unread'}
            <span className="visually-hidden"> notification {row.id}</span>
          </button>
        )}
        fetchFile={() => api(exportNotifications, params)}
        whenEmpty={
          <p>
            Nothing is waiting for you. Locations that owners send for approval appear here; the filter Type shows new
            users and boards too.
          </p>
        }
      />
      {alert}
    </>
  );
}
