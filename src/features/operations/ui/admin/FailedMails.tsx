import { useState } from 'react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { DataTable } from '../../../../ui/table/DataTable.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { OPERATIONS_KEY, failedMailsQuery } from '../../client.ts';
import { discardMail, exportFailedMails, type failedMails, retryMail, retryMails } from '../../contract.ts';
import { Timestamp } from './Timestamp.tsx';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { mailsQueuedAgain, mailsWaiting } from '../../messages.ts';

type Mail = z.infer<typeof failedMails.output>['data'][number];

const COLUMNS: readonly Column<Mail>[] = [
  { name: 'kind', label: 'Email', isAlwaysShown: true, cell: ({ kind }) => formatKind(kind) },
  { name: 'created', label: 'Created', cell: ({ created_at }) => <Timestamp at={created_at} /> },
  { name: 'failed', label: 'Failed', cell: ({ failed_at }) => <Timestamp at={failed_at} /> },
  { name: 'attempts', label: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
  { name: 'error', label: 'Error', grow: true, cell: ({ last_error }) => last_error ?? 'Unknown' },
];

/** The failed emails, with buttons to send them again or to discard them. */
export function FailedMails({ api }: { api: Api }) {
  const { data: mails } = useSuspenseQuery(failedMailsQuery(api));
  const queryClient = useQueryClient();
  const toast = useToast();
  const { report, alert } = useErrorDialog();
  const [discarding, setDiscarding] = useState<Mail>();
  const refresh = () => queryClient.invalidateQueries({ queryKey: OPERATIONS_KEY });
  const retryingAll = useMutation({
    mutationFn: () => api(retryMails, {}),
    onSuccess: ({ count }) => toast({ text: mailsQueuedAgain(count) }),
    onError: report,
    onSettled: refresh,
  });
  const retrying = useMutation({
    mutationFn: (id: string) => api(retryMail, { id }),
    onSuccess: () => toast({ text: 'The email will be sent again.' }),
    onError: report,
    onSettled: refresh,
  });
  return (
    <section className="settings__part" aria-labelledby="failed-mails">
      <div className="settings__head">
        <h2 id="failed-mails">Failed emails</h2>
        <span className="muted num">{mails.total === 0 ? 'None' : formatCount(mails.total, 'email')}</span>
        {mails.total > 0 && (
          <button
            type="button"
            className="button button--compact"
            aria-disabled={retryingAll.isPending}
            onClick={() => !retryingAll.isPending && retryingAll.mutate()}
          >
            Send all again
          </button>
        )}
        {mails.total > 0 && <ExportButton what="failed emails" fetchFile={() => api(exportFailedMails, {})} />}
      </div>
      {mails.waiting.mails > 0 && <p className="muted">{mailsWaiting(mails.waiting.mails, mails.waiting.lastError)}</p>}
      {mails.total > mails.data.length && <p className="muted">The latest {mails.data.length} are shown.</p>}
      {mails.total > 0 && (
        <DataTable
          name="failed-mails"
          caption="Failed emails"
          columns={COLUMNS}
          rows={mails.data}
          rowKey={({ id }) => id}
          keys={false}
          empty=""
          rowActions={(mail) => (
            <>
              <button
                type="button"
                className="link"
                aria-label={`Send again: ${formatKind(mail.kind)}`}
                onClick={() => !retrying.isPending && retrying.mutate(mail.id)}
              >
                Send again
              </button>
              <button
                type="button"
                className="link"
                aria-label={`Discard: ${formatKind(mail.kind)}`}
                onClick={() => setDiscarding(mail)}
              >
                Discard
              </button>
            </>
          )}
        />
      )}
      <ConfirmDialog
        open={discarding !== undefined}
        onClose={() => setDiscarding(undefined)}
        title="Discard this email?"
        confirmLabel="Discard email"
        onConfirm={async () => {
          if (discarding) await api(discardMail, { id: discarding.id });
          await refresh();
        }}
      >
        <p>The recipient will not receive it, and its content will be deleted. This cannot be undone.</p>
      </ConfirmDialog>
      {alert}
    </section>
  );
}

/** Formats a kind of email such as `enquiry-confirmation` for display. */
function formatKind(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
