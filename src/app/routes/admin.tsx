import { useQuery } from '@tanstack/react-query';
import { Outlet, createFileRoute, redirect } from '@tanstack/react-router';
import { unreadQuery } from '../../features/notifications/client.ts';
import { OfficeBar } from '../../features/content/ui/office/OfficeBar.tsx';

export const Route = createFileRoute('/admin')({
  // Its code is no part of other pages.
  codeSplitGroupings: [['loader', 'component']],
  staticData: { shell: 'office' },
  beforeLoad: ({ location }) => {
    if (/^\/admin\/?$/.test(location.pathname)) throw redirect({ href: '/admin/users' });
  },
  loader: async ({ context: { api, queryClient } }) => {
    // The bar does without the number rather than the page without its bar.
    await queryClient.prefetchQuery(unreadQuery(api));
  },
  component: Office,
});

/** Surrounds every page of the back office. */
function Office() {
  const { api } = Route.useRouteContext();
  const unread = useQuery(unreadQuery(api)).data?.total;
  return (
    <>
      <OfficeBar api={api} unread={unread} />
      <Outlet />
    </>
  );
}
