import { Check, CircleAlert } from '../../../../../ui/icons.tsx';
import { formatRelativeDateTime } from '../../../../../platform/text/dates.ts';
import type { Snapshot } from './autosave/snapshot.ts';

/**
 * Shows whether the input is saved.
 * @param props.missing number of missing fields that prevent saving a step
 * @param props.onCompare opens the comparison of conflicting changes
 */
export function SaveStatus(props: { snapshot: Snapshot; missing: number; onCompare: () => void }) {
  const { snapshot, missing, onCompare } = props;
  const { progress, storedAt } = snapshot;
  const problem = getProblem(snapshot, missing);
  const isSaving = problem === undefined && progress.state === 'saving';
  return (
    <div className={problem === undefined ? 'save-status' : 'save-status save-status--error'}>
      {problem !== undefined && <CircleAlert />}
      {problem === undefined && !isSaving && storedAt !== null && <Check />}
      <div>
        {isSaving && <p>Saving…</p>}
        {/* Without ‘Saving…’, so that screen readers do not announce each pause in typing. */}
        <p role="status" className={isSaving ? 'visually-hidden' : undefined}>
          {problem ??
            (storedAt === null
              ? 'What you type is saved as you go.'
              : `Saved ${formatRelativeDateTime(storedAt)}. You can leave and come back.`)}
        </p>
        {progress.state === 'conflict' && (
          <button type="button" className="link text-button save-status__compare" onClick={onCompare}>
            Compare and choose
          </button>
        )}
      </div>
    </div>
  );
}

function getProblem({ progress, serverState }: Snapshot, missing: number): string | undefined {
  if (progress.state === 'offline') return 'You are offline. What you type is kept on this device.';
  if (progress.state === 'failed') return `Not saved. ${progress.message} What you type is kept on this device.`;
  const since = serverState.location
    ? ` since ${formatRelativeDateTime(serverState.location.lastmodificationdate).replace(/^at /, '')}`
    : ' yet';
  if (progress.state === 'conflict') return `Not saved${since}: something was changed in two places.`;
  if (missing === 0) return undefined;
  return `Not saved${since}: ${missing === 1 ? 'one field needs an answer' : `${missing} fields need an answer`}.`;
}
