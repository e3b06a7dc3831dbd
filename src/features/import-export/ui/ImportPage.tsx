import { useState } from 'react';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { formatDateTime } from '../../../platform/text/dates.ts';
import { type Api, isConflict } from '../../../platform/http/contract.ts';
import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RecordBar, RecordNotice, RecordTitle } from '../../../ui/record/RecordHeader.tsx';
import { ExportButton } from '../../../ui/table/ExportButton.tsx';
import type { TableControl } from '../../../ui/table/table-state.ts';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { useFocusAtNextStep } from '../../../ui/useFocusAtNextStep.ts';
import { formatPerson } from '../../entry-subjects/schema.ts';
import { discardMutation, getPollInterval, importCommandMutation, importQuery } from '../browser/client.ts';
import { applyImport, exportImportRows, reopenImport } from '../browser/contract.ts';
import type { ImportDetails } from '../browser/schema.ts';
import { DryRunReport } from './DryRunReport.tsx';
import { MappingForm } from './MappingForm.tsx';
import { UnlistedOptionsForm } from './UnlistedOptionsForm.tsx';
import { SheetForm } from './SheetForm.tsx';
import { STATE_LABELS, toRowParams } from './import-page.ts';
import './imports.css';

interface PageProps {
  readonly api: Api;
  readonly id: string;
  readonly table: TableControl;
}

/** An uploaded file: first its columns, then the dry run and its report. The import itself is a bulk change. */
export function ImportPage({ api, id, table }: PageProps) {
  const { data: details } = useSuspenseQuery({
    ...importQuery(api, id),
    refetchInterval: ({ state }) => getPollInterval(state.data),
  });
  const { state } = details;
  useFocusAtNextStep(state);
  const sheet = details.sheets.find(({ is_chosen }) => is_chosen);
  return (
    <main id="content" tabIndex={-1} className="record-page">
      <RecordBar back={{ href: '/admin/import', label: 'Back to imports' }}>
        <Actions api={api} details={details} table={table} />
      </RecordBar>
      <RecordTitle title={details.file_name}>
        <output>{STATE_LABELS[state]}</output>
        <span>{formatCount(details.row_count, 'row')}</span>
        {sheet && <span>{`Sheet ${sheet.name}`}</span>}
        {details.created_by && <span>{formatPerson(details.created_by)}</span>}
        <span>{formatDateTime(details.created_at)}</span>
      </RecordTitle>
      {state === 'FAILED' && (
        <RecordNotice>The file could not be checked. Nothing was changed. Check it again.</RecordNotice>
      )}
      {(state === 'MAPPING' || state === 'FAILED') && (
        <>
          {details.sheets.length > 1 && <SheetForm api={api} details={details} />}
          <MappingForm key={details.version} api={api} details={details} />
        </>
      )}
      {state === 'CHECKING' && <Progress details={details} />}
      {state === 'CHECKED' && (
        <>
          {details.unlisted_options.length > 0 && <UnlistedOptionsForm api={api} details={details} />}
          <DryRunReport api={api} details={details} table={table} />
        </>
      )}
      {state === 'APPLIED' && (
        <RecordNotice>
          This file is being imported, or was imported.{' '}
          <a className="link" href={`/admin/locations/bulk-changes/${details.bulk_change_id}`}>
            Open the report
          </a>
        </RecordNotice>
      )}
    </main>
  );
}

function Progress({ details: { checked_rows, row_count } }: { details: ImportDetails }) {
  return (
    <div className="import-progress">
      <progress value={checked_rows} max={row_count} aria-label="Progress of the check" />
      <span className="num">{`${formatNumber(checked_rows)} of ${formatCount(row_count, 'row')} checked. You can leave this page.`}</span>
    </div>
  );
}

function Actions({ api, details, table }: { api: Api; details: ImportDetails; table: TableControl }) {
  const { id, version, state, counts } = details;
  const client = useQueryClient();
  const router = useRouter();
  const { report, alert } = useErrorDialog();
  const [dialog, setDialog] = useState<'delete' | 'import'>();
  const reopen = useMutation(importCommandMutation(api, reopenImport));
  const apply = useMutation(importCommandMutation(api, applyImport));
  const discard = useMutation(discardMutation(api));
  const isBusy = reopen.isPending || apply.isPending || discard.isPending;
  /** After a conflict the page shows the present state. */
  const run = async (command: () => Promise<unknown>) => {
    try {
      await command();
    } catch (error) {
      if (isConflict(error)) void client.invalidateQueries({ queryKey: importQuery(api, id).queryKey });
      throw error;
    }
  };
  const start = () =>
    run(async () => {
      const { bulk_change_id } = await apply.mutateAsync({ id, expectedVersion: version });
      await router.navigate({ href: `/admin/locations/bulk-changes/${bulk_change_id}`, replace: true });
    });
  const leave = async () => {
    await run(() => discard.mutateAsync({ id }));
    await router.navigate({ href: '/admin/import', replace: true });
  };
  if (state === 'APPLIED') return null;
  const toImport = counts.NEW + counts.CHANGED;
  return (
    <>
      <button type="button" className="button button--compact button--quiet" onClick={() => setDialog('delete')}>
        Delete the file
      </button>
      {(state === 'CHECKING' || state === 'CHECKED') && (
        <button
          type="button"
          className="button button--compact"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void run(() => reopen.mutateAsync({ id, expectedVersion: version })).catch(report)}
        >
          {state === 'CHECKING' ? 'Stop the check' : 'Change the fields'}
        </button>
      )}
      {state === 'CHECKED' && (
        <ExportButton what="the report" fetchFile={() => api(exportImportRows, toRowParams(id, table.state))} />
      )}
      {state === 'CHECKED' && toImport > 0 && (
        <button
          type="button"
          className="button button--compact button--primary"
          aria-disabled={isBusy}
          onClick={() => setDialog('import')}
        >
          {`Import ${formatCount(toImport, 'row')}`}
        </button>
      )}
      <ConfirmDialog
        open={dialog === 'import'}
        onClose={() => setDialog(undefined)}
        title={`Import ${details.file_name}?`}
        confirmLabel={`Import ${formatCount(toImport, 'row')}`}
        isDestructive={false}
        onConfirm={start}
      >
        <p>
          {`${formatCount(counts.NEW, 'location')} will be new, ${formatNumber(counts.CHANGED)} will be changed, ${formatNumber(details.publishes)} of them will be published. ${formatCount(counts.LEFT_OUT, 'row')} will be left out, ${formatNumber(counts.REFUSED)} refused.`}
        </p>
        <p>You can undo the import for an hour after it has ended.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={() => setDialog(undefined)}
        title={`Delete ${details.file_name}?`}
        confirmLabel="Delete the file"
        onConfirm={leave}
      >
        <p>The uploaded rows are deleted. No location changes.</p>
      </ConfirmDialog>
      {alert}
    </>
  );
}
