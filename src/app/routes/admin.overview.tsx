import { createFileRoute } from '@tanstack/react-router';
import { councilMapQuery, overviewQuery } from '../../features/overview/client.ts';
import { Overview } from '../../features/overview/ui/Overview.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';
import '../../ui/table/table.css';

export const Route = createFileRoute('/admin/overview')({
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      loadRequired(queryClient.fetchQuery(overviewQuery(api))),
      loadRequired(queryClient.ensureQueryData(councilMapQuery(api))),
    ]);
  },
  head: createPrivateHead('Overview'),
  component: OverviewPage,
});

function OverviewPage() {
  const { api } = Route.useRouteContext();
  return (
    <main id="content" tabIndex={-1} className="table-page">
      <div className="table-header">
        <h1 className="display">Overview</h1>
      </div>
      <Overview api={api} />
    </main>
  );
}
