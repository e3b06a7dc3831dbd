import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '../../features/accounts/client.ts';
import { can } from '../../features/accounts/permissions.ts';
import { getAreaHint } from '../../features/accounts/ui/admin/area-hint.ts';
import { useUser } from '../../features/accounts/ui/session.ts';
import { councilMapQuery, overviewQuery } from '../../features/overview/client.ts';
import { Overview } from '../../features/overview/ui/Overview.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';
import '../../ui/table/table.css';

export const Route = createFileRoute('/admin/overview')({
  loader: async ({ context: { api, queryClient } }) => {
    const { session } = await queryClient.ensureQueryData(sessionQuery(api));
    await Promise.all([
      loadRequired(queryClient.fetchQuery(overviewQuery(api))),
      // The figures of a single area have no map.
      can(session?.user, 'overview.view', 'any') && loadRequired(queryClient.ensureQueryData(councilMapQuery(api))),
    ]);
  },
  head: createPrivateHead('Overview'),
  component: OverviewPage,
});

function OverviewPage() {
  const { api } = Route.useRouteContext();
  const hint = getAreaHint(useUser(api), 'Figures');
  return (
    <main id="content" tabIndex={-1} className="table-page">
      <div className="table-header">
        <h1 className="display">Overview</h1>
      </div>
      {hint && <p className="table-hint muted">{hint}</p>}
      <Overview api={api} />
    </main>
  );
}
