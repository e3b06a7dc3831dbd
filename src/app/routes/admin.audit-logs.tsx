import { createFileRoute } from '@tanstack/react-router';
import { isLinkVisible } from '../../features/accounts/page-access.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { auditLogQuery } from '../../features/audit-log/client.ts';
import { AUDIT_LOG_LIST, AuditLogs, toAuditLogParams } from '../../features/audit-log/ui/AuditLogs.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';
import { useTable } from '../navigation/table-search-params.ts';

export const Route = createFileRoute('/admin/audit-logs')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: (options) =>
    loadList(options, AUDIT_LOG_LIST, (state) => ({
      ...auditLogQuery(options.context.api, toAuditLogParams(state)),
      staleTime: 0,
    })),
  head: createPrivateHead('Audit Logs'),
  component: AuditLogsPage,
});

function AuditLogsPage() {
  const { api } = Route.useRouteContext();
  const user = useUser(api);
  const table = useTable(AUDIT_LOG_LIST, Route.useSearch());
  return <AuditLogs api={api} table={table} canOpen={(path) => isLinkVisible(path, user)} />;
}
