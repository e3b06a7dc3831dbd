import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { DataTable } from '../../../../ui/table/DataTable.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { OPERATIONS_KEY, failedJobsQuery } from '../../client.ts';
import { exportFailedJobs, type failedJobs, retryJob } from '../../contract.ts';
import { Timestamp } from './Timestamp.tsx';
import { formatCount } from '../../../../platform/text/numbers.ts';

type Job = z.infer<typeof failedJobs.output>['data'][number];

const COLUMNS: readonly Column<Job>[] = [
  { name: 'queue', label: 'Queue', isAlwaysShown: true, cell: ({ queue }) => queue },
  { name: 'failed', label: 'Failed', cell: ({ failed_at }) => <Timestamp at={failed_at} /> },
  { name: 'attempts', label: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { name: 'error', label: 'Error', grow: true, cell: ({ error }) => error ?? 'Unknown' },
];

/** The failed background jobs, with a button to retry them. */
export function FailedJobs({ api }: { api: Api }) {
  const { data: jobs } = useSuspenseQuery(failedJobsQuery(api));
  const queryClient = useQueryClient();
  const toast = useToast();
  const { report, alert } = useErrorDialog();
  const retrying = useMutation({
    mutationFn: ({ queue, id }: Job) => api(retryJob, { queue, id }),
    onSuccess: () => toast({ text: 'The job will be retried.' }),
    onError: report,
    onSettled: () => queryClient.invalidateQueries({ queryKey: OPERATIONS_KEY }),
  });
  return (
    <section className="settings__part" aria-labelledby="failed-jobs">
      <div className="settings__head">
        <h2 id="failed-jobs">Failed jobs</h2>
        <span className="muted num">{jobs.total === 0 ? 'None' : formatCount(jobs.total, 'job')}</span>
        {jobs.total > 0 && <ExportButton what="failed jobs" fetchFile={() => api(exportFailedJobs, {})} />}
      </div>
      <p className="muted">Background work, such as resizing pictures. Failed jobs are listed for a day.</p>
      {jobs.total > 0 && (
        <DataTable
          name="failed-jobs"
          caption="Failed jobs"
          columns={COLUMNS}
          rows={jobs.data}
          rowKey={({ id }) => id}
          keys={false}
          empty=""
          rowActions={(job) => (
            <button
              type="button"
              className="link"
              aria-label={`Retry: ${job.queue}`}
              onClick={() => !retrying.isPending && retrying.mutate(job)}
            >
              Retry
            </button>
          )}
        />
      )}
      {alert}
    </section>
  );
}
