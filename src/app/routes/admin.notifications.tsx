import { createFileRoute } from '@tanstack/react-router';
import { notificationsQuery } from '../../features/notifications/client.ts';
import {
  NOTIFICATION_LIST,
  Notifications,
  toNotificationParams,
} from '../../features/notifications/ui/Notifications.tsx';
import { loadList } from '../loaders/list-loader.ts';
import { toUnparsedSearchParams } from '../navigation/unparsed-search-params.ts';
import { createPrivateHead } from '../seo.ts';
import { useTable } from '../navigation/table-search-params.ts';

export const Route = createFileRoute('/admin/notifications')({
  validateSearch: toUnparsedSearchParams,
  loaderDeps: ({ search }) => search,
  loader: (options) =>
    loadList(options, NOTIFICATION_LIST, (state) => ({
      ...notificationsQuery(options.context.api, toNotificationParams(state)),
      staleTime: 0,
    })),
  head: createPrivateHead('Notifications'),
  component: NotificationsPage,
});

function NotificationsPage() {
  const { api } = Route.useRouteContext();
  return <Notifications api={api} table={useTable(NOTIFICATION_LIST, Route.useSearch())} />;
}
