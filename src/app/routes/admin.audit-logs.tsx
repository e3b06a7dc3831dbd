import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { auditLogQuery } from '../../features/audit-log/client.ts';
import { AUDIT_LOG_LIST, AuditLogs, toAuditLogParams } from '../../features/audit-log/ui/admin/AuditLogs.tsx';
import { loadRequired } from '../loaders/required.ts';
import { rawSearch } from '../navigation/raw-search.ts';
import { buildHead } from '../seo.ts';
import { parseTableSearch, useTable } from '../navigation/table-search.ts';

export const Route = createFileRoute('/admin/audit-logs')({
  validateSearch: rawSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, queryClient }, deps }) => {
    const params = toAuditLogParams(parseTableSearch(deps, AUDIT_LOG_LIST));
    await loadRequired(queryClient.fetchQuery({ ...auditLogQuery(api, params), staleTime: 0 }));
  },
  head: ({ match: { context } }) =>
    buildHead(context, { title: 'Audit Logs', canonical: '/admin/audit-logs', indexed: false }),
  component: AuditLogsPage,
});

function AuditLogsPage() {
  const { api } = Route.useRouteContext();
  const table = useTable(AUDIT_LOG_LIST, Route.useSearch());
  const { data, error, isPlaceholderData } = useQuery({
    ...auditLogQuery(api, toAuditLogParams(table.state)),
    placeholderData: keepPreviousData,
  });
  return <AuditLogs api={api} table={table} page={data} error={error} stale={isPlaceholderData} />;
}
