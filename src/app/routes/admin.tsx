import { useQuery } from '@tanstack/react-query';
import { Outlet, createFileRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../../features/accounts/client.ts';
import { can } from '../../features/accounts/permissions.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { newEnquiriesQuery } from '../../features/enquiries/cases/client.ts';
import { unreadQuery } from '../../features/notifications/client.ts';
import { listAdminSections } from '../../features/accounts/page-access.ts';
import { versionQuery } from '../../features/operations/client.ts';
import { PRODUCT_NAME } from '../../platform/settings/product-name.ts';
import { AdminBar } from '../../features/content/ui/admin/AdminBar.tsx';

export const Route = createFileRoute('/admin')({
  staticData: { layout: 'admin' },
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    if (!/^\/admin\/?$/.test(location.pathname)) return;
    const { session } = await queryClient.ensureQueryData(sessionQuery(api));
    const [first] = listAdminSections(session?.user ?? null);
    throw redirect({ href: first?.[0] ?? '/' });
  },
  loader: async ({ context: { api, queryClient } }) => {
    const { session } = await queryClient.ensureQueryData(sessionQuery(api));
    // prefetchQuery ignores errors: without the numbers the bar is still shown.
    await Promise.all([
      queryClient.prefetchQuery(versionQuery(api)),
      can(session?.user, 'notification.view') && queryClient.prefetchQuery(unreadQuery(api)),
      can(session?.user, 'enquiry.view') && queryClient.prefetchQuery(newEnquiriesQuery(api)),
    ]);
  },
  component: AdminLayout,
});

/** The layout of the back office. */
function AdminLayout() {
  const { api } = Route.useRouteContext();
  const user = useUser(api);
  const version = useQuery(versionQuery(api)).data?.version;
  const unread = useQuery({ ...unreadQuery(api), enabled: can(user, 'notification.view') }).data?.total;
  const newEnquiries = useQuery({ ...newEnquiriesQuery(api), enabled: can(user, 'enquiry.view') }).data?.total;
  return (
    <>
      <AdminBar
        api={api}
        counts={{
          '/admin/enquiries': { total: newEnquiries, label: 'new' },
          '/admin/notifications': { total: unread, label: 'unread' },
        }}
      />
      <Outlet />
      <footer className="admin-footer muted">{[PRODUCT_NAME, version].join(' ')}</footer>
    </>
  );
}
