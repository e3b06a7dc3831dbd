import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../ConfirmDialog.tsx';

/**
 * The button that restores a version, and its confirmation.
 * @param props.refusal why there is nothing to restore; undefined if there may be
 * @param props.children what restoring does, and what it cannot restore
 */
export function RestoreVersion(props: {
  number: number;
  refusal: string | undefined;
  onConfirm: () => Promise<unknown>;
  children: ReactNode;
}) {
  const { number, refusal, onConfirm, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const label = `Restore version ${number}`;
  if (refusal !== undefined) return <p className="muted small">{refusal}</p>;
  return (
    <>
      <button type="button" className="button button--compact" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`${label}?`}
        confirmLabel="Restore"
        isDestructive={false}
        onConfirm={onConfirm}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}

/** Fields and files that could not be restored. */
export function RestorationNotes({ notes }: { notes: readonly string[] }) {
  return (
    <div role="status">
      {notes.length > 0 && (
        <div className="record-notice">
          <p>Restored, except for this:</p>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
