import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { formatDateTime } from '../../../platform/text/dates.ts';
import { TablePage } from '../../../ui/table/TablePage.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { type ListDefinition, type TableControl, createToParams } from '../../../ui/table/table-state.ts';
import { auditLogQuery } from '../client.ts';
import { type auditLogs, exportAuditLogs } from '../contract.ts';
import { AUDIT_LOG_COLUMNS, type AuditLogEntry } from '../schema.ts';
import { AUDIT_TYPES, AUDIT_TYPE_NAMES, getAuditTypeLabel } from '../entry-types.ts';
import { type SubjectKind, type Subjects, formatPerson } from '../../entry-subjects/schema.ts';
import { EntrySubject, getSubjectPath, getSubjectTitle } from '../../entry-subjects/ui/EntrySubject.tsx';

export const AUDIT_LOG_LIST: ListDefinition = {
  name: 'audit-logs',
  path: '/admin/audit-logs',
  columns: AUDIT_LOG_COLUMNS,
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
    { field: 'date', label: 'Date', kind: 'date-range' },
  ],
};

const COLUMNS: readonly Column<AuditLogEntry>[] = [
  { name: 'id', label: 'Id', sort: 'desc', isAlwaysShown: true, cell: ({ id }) => id },
  { name: 'user', label: 'User', sort: 'asc', cell: (row) => <Actor {...row} /> },
  { name: 'type', label: 'Type', sort: 'asc', cell: ({ type }) => getAuditTypeLabel(type) },
  { name: 'about', label: 'About', grow: true, cell: (row) => <About {...row} /> },
  { name: 'created_at', label: 'Date', sort: 'desc', cell: ({ created_at }) => formatDateTime(created_at) },
];

function Actor({ user, user_id, service_token }: AuditLogEntry) {
  if (user)
    return (
      <>
        {formatPerson(user)}
        {service_token !== null && <small>by the service token ‘{service_token}’</small>}
      </>
    );
  return <span className="muted">{user_id === null ? 'System' : 'Unknown'}</span>;
}

/** The first subject of an entry as a link; the second one, or else the note, beside it in words: a row has no room for two links. */
function About(entry: AuditLogEntry) {
  const [first, second] = listSubjects(entry);
  const small = second
    ? `${second.kind === 'board' ? 'on' : 'to'} ${getSubjectTitle(second.subjects, second.kind)}`
    : entry.note;
  return (
    <>
      {first && <EntrySubject {...first} />}
      {small !== '' && (first ? <small>{small}</small> : small)}
    </>
  );
}

function listSubjects(entry: AuditLogEntry): { readonly subjects: Subjects; readonly kind: SubjectKind }[] {
  const { location_id, board_id, concerned } = entry;
  return [
    ...(location_id === null ? [] : [{ subjects: entry, kind: 'location' } as const]),
    ...(board_id === null ? [] : [{ subjects: entry, kind: 'board' } as const]),
    ...(concerned ? [{ subjects: { ...entry, user: concerned }, kind: 'user' } as const] : []),
  ];
}

export const toAuditLogParams = createToParams<typeof auditLogs>(AUDIT_LOG_LIST);

/** The page that shows what a change has changed; undefined where there is no version of it, or the location is deleted. */
function getRevisionPath({ revision, location, content }: AuditLogEntry): string | undefined {
  if (revision === null) return undefined;
  const record = location ? `/admin/locations/${location.id}` : content !== null && `/admin/content/${content}`;
  return record ? `${record}/history?version=${revision}` : undefined;
}

/**
 * The audit log as a page of the back office.
 * @param props.canOpen whether the user may open a page
 */
export function AuditLogs(props: { api: Api; table: TableControl; canOpen: (path: string) => boolean }) {
  const { api, table, canOpen } = props;
  const query = toAuditLogParams(table.state);
  const { page: _, ...params } = query;
  const found = useQuery({ ...auditLogQuery(api, query), placeholderData: keepPreviousData });
  return (
    <TablePage
      table={table}
      found={found}
      title="Audit Logs"
      noun={['entry', 'entries']}
      columns={COLUMNS}
      filters={AUDIT_LOG_LIST.filters}
      resets
      rowKey={({ id }) => String(id)}
      rowHref={(row) => {
        const [first] = listSubjects(row);
        return first && getSubjectPath(first.subjects, first.kind);
      }}
      rowName={(row) => {
        const [first] = listSubjects(row);
        return first ? getSubjectTitle(first.subjects, first.kind) : '';
      }}
      rowActions={(row) => {
        const path = getRevisionPath(row);
        if (path === undefined || !canOpen(path)) return null;
        const name = `${getAuditTypeLabel(row.type)}, entry ${row.id}`;
        return (
          <a className="link" href={path} aria-label={`Changes: ${name}`}>
            Changes
          </a>
        );
      }}
      fetchFile={() => api(exportAuditLogs, params)}
      whenEmpty={
        <p>
          Nothing is recorded yet. Every login and every change to locations, boards, users and options will be listed
          here, with the person and the time.
        </p>
      }
    />
  );
}
