import { createFileRoute } from '@tanstack/react-router';
import { TeamMembers, teamQuery } from '../../features/accounts/ui/admin/TeamMembers.tsx';
import { apiTokensQuery } from '../../features/api-tokens/client.ts';
import { ApiTokens } from '../../features/api-tokens/ui/admin/ApiTokens.tsx';
import { failedJobsQuery, failedMailsQuery, lastBackupQuery } from '../../features/operations/client.ts';
import { FailedJobs } from '../../features/operations/ui/admin/FailedJobs.tsx';
import { FailedMails } from '../../features/operations/ui/admin/FailedMails.tsx';
import { LastBackup } from '../../features/operations/ui/admin/LastBackup.tsx';
import { maintenanceQuery } from '../../features/content/maintenance/client.ts';
import { MaintenanceSwitch } from '../../features/content/ui/admin/MaintenanceSwitch.tsx';
import { loadRequired } from '../loaders/load-required.ts';
import { createPrivateHead } from '../seo.ts';
import '../../ui/table/table.css';
import './admin.settings.css';

export const Route = createFileRoute('/admin/settings')({
  loader: async ({ context: { api, queryClient } }) => {
    await Promise.all([
      loadRequired(queryClient.fetchQuery(maintenanceQuery(api))),
      loadRequired(queryClient.ensureQueryData(teamQuery(api))),
      loadRequired(queryClient.fetchQuery(apiTokensQuery(api))),
      loadRequired(queryClient.fetchQuery(lastBackupQuery(api))),
      loadRequired(queryClient.fetchQuery(failedMailsQuery(api))),
      loadRequired(queryClient.fetchQuery(failedJobsQuery(api))),
    ]);
  },
  head: createPrivateHead('Settings'),
  component: Settings,
});

function Settings() {
  const { api } = Route.useRouteContext();
  return (
    <main id="content" tabIndex={-1} className="table-page">
      <div className="table-header">
        <h1 className="display">Settings</h1>
      </div>
      <MaintenanceSwitch api={api} />
      <div className="settings__part settings__part--team">
        <TeamMembers api={api} />
      </div>
      <ApiTokens api={api} />
      <LastBackup api={api} />
      <FailedMails api={api} />
      <FailedJobs api={api} />
    </main>
  );
}
