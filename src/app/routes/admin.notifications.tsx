import { createFileRoute } from '@tanstack/react-router';
import { notificationsQuery } from '../../features/notifications/client.ts';
import {
  NOTIFICATION_LIST,
  Notifications,
  toNotificationParams,
} from '../../features/notifications/ui/Notifications.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { loadTableState } from '../loaders/table-state-loader.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';
import { useTable } from '../navigation/table-search-params.ts';

export const Route = createFileRoute('/admin/notifications')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { api, queryClient } = context;
    const params = toNotificationParams(await loadTableState(context, NOTIFICATION_LIST, deps));
    await loadRequired(queryClient.fetchQuery({ ...notificationsQuery(api, params), staleTime: 0 }));
  },
  head: createPrivateHead('Notifications'),
  component: NotificationsPage,
});

function NotificationsPage() {
  const { api } = Route.useRouteContext();
  return <Notifications api={api} table={useTable(NOTIFICATION_LIST, Route.useSearch())} />;
}
