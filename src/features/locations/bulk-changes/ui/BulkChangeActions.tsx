import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, isConflict } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { deleteSelection } from '../../../../ui/table/row-selection.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { bulkChangeQuery, bulkCommandMutation, discardMutation } from '../client.ts';
import { cancelBulkChange, startBulkChange, undoBulkChange } from '../contract.ts';
import { type BulkChangeDetails, countUndoable } from '../schema.ts';
import { LOCATIONS_LIST } from '../../admin-list/ui/list-definition.ts';

interface PageProps {
  readonly api: Api;
  readonly change: BulkChangeDetails;
  readonly listUrl: string;
}

interface ActionsProps extends PageProps {
  /** Shows an error that stays when the buttons of another state replace these. */
  readonly report: (error: unknown) => void;
}

/** The actions available for a bulk change in its state. */
export function BulkChangeActions(props: PageProps) {
  const { report, alert } = useErrorDialog();
  return (
    <>
      <StateActions {...props} report={report} />
      {alert}
    </>
  );
}

function StateActions(props: ActionsProps) {
  const { state, can_undo } = props.change;
  if (state === 'PREVIEW') return <PreviewActions {...props} />;
  if (state === 'RUNNING') return <CancelButton {...props} />;
  return can_undo ? <UndoButton {...props} /> : null;
}

/** The label of the button that starts a change. */
function formatStart({ action: { kind }, counts }: BulkChangeDetails): string {
  const locations = formatCount(counts.PENDING, 'location');
  if (kind === 'publish') return `Publish ${locations}`;
  return kind === 'unpublish' ? `Take ${locations} offline` : `Change ${locations}`;
}

/** Runs a command; after a conflict the page shows the present state. */
function useCommand({ api, change: { id } }: ActionsProps, route: Parameters<typeof bulkCommandMutation>[1]) {
  const client = useQueryClient();
  const { mutateAsync, isPending } = useMutation(bulkCommandMutation(api, route));
  const run = async () => {
    try {
      await mutateAsync({ id });
    } catch (error) {
      if (isConflict(error)) void client.invalidateQueries({ queryKey: bulkChangeQuery(api, id).queryKey });
      throw error;
    }
  };
  return { run, isPending };
}

function PreviewActions(props: ActionsProps) {
  const { api, change, listUrl, report } = props;
  const router = useRouter();
  const start = useCommand(props, startBulkChange);
  const discard = useMutation(discardMutation(api));
  const isBusy = start.isPending || discard.isPending;
  const confirm = async () => {
    await start.run();
    deleteSelection(LOCATIONS_LIST.name);
  };
  const leave = async () => {
    await discard.mutateAsync({ id: change.id });
    await router.navigate({ href: listUrl, replace: true });
  };
  return (
    <>
      <button
        type="button"
        className="button button--compact button--quiet"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void leave().catch(report)}
      >
        Discard
      </button>
      {change.counts.PENDING > 0 && (
        <button
          type="button"
          className="button button--compact button--primary"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void confirm().catch(report)}
        >
          {formatStart(change)}
        </button>
      )}
    </>
  );
}

function CancelButton(props: ActionsProps) {
  const { run, isPending } = useCommand(props, cancelBulkChange);
  return (
    <button
      type="button"
      className="button button--compact"
      aria-disabled={isPending}
      onClick={() => !isPending && void run().catch(props.report)}
    >
      {isPending ? 'Cancelling…' : 'Cancel the change'}
    </button>
  );
}

function UndoButton(props: ActionsProps) {
  const { change } = props;
  const [isOpen, setOpen] = useState(false);
  const { run } = useCommand(props, undoBulkChange);
  const { action, counts } = change;
  return (
    <>
      <button type="button" className="button button--compact" onClick={() => setOpen(true)}>
        Undo
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Undo the change of ${formatCount(countUndoable(counts), 'location')}?`}
        confirmLabel="Undo the change"
        isDestructive={false}
        onConfirm={run}
      >
        <p>
          {[
            counts.CHANGED > 0 &&
              `${formatCount(counts.CHANGED, 'location')} ${counts.CHANGED === 1 ? 'gets its' : 'get their'} former values back.`,
            counts.NEW > 0 && `${formatCount(counts.NEW, 'new location')} ${counts.NEW === 1 ? 'is' : 'are'} deleted.`,
            'Those that somebody has changed since stay as they are, and the report lists them.',
            action.kind === 'import' && 'New options stay.',
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </ConfirmDialog>
    </>
  );
}
