import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { formatTitle, siteQuery } from '../../features/content/client.ts';
import picture from '../../features/content/ui/maintenance.webp';
import { LogInProvider } from '../../features/accounts/ui/LogIn.tsx';
import { MaintenancePage } from '../../features/content/ui/MaintenancePage.tsx';
import { Toasts } from '../../ui/toasts.tsx';

export const Route = createFileRoute('/maintenance')({
  staticData: { layout: 'bare' },
  head: ({ match: { context } }) => ({
    meta: [{ title: formatTitle(context, 'Maintenance') }, { name: 'robots', content: 'noindex' }],
  }),
  component: MaintenanceRoute,
});

/** The maintenance page. The URL of the back office leads the Locations Team here to log in. */
function MaintenanceRoute() {
  const { api } = Route.useRouteContext();
  const { data: site } = useSuspenseQuery(siteQuery(api));
  return (
    <Toasts>
      <LogInProvider api={api} siteName={site.name} singleSignOn={site.singleSignOn}>
        <MaintenancePage siteName={site.name} picture={picture} />
      </LogInProvider>
    </Toasts>
  );
}
