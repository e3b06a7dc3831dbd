import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from '../Dialog.tsx';
import { addLeaveGuard } from '../leave-guard.ts';
import '../form.css';

/**
 * Asks for confirmation before the user leaves a page with unsaved changes, closes it or logs out.
 * @param props.unsaved whether there are unsaved changes; called at the moment of leaving, so that a save just before it counts
 * @param props.children what will be lost
 */
export function UnsavedChangesDialog({ unsaved, children }: { unsaved: () => boolean; children?: ReactNode }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && unsaved(),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  const [proceed, setProceed] = useState<() => void>();
  const confirmLeaving = useEffectEvent((next: () => void) => (unsaved() ? setProceed(() => next) : next()));
  useEffect(() => addLeaveGuard((next) => confirmLeaving(next)), []);
  const isOpen = blocker.status === 'blocked' || proceed !== undefined;
  const stay = () => {
    blocker.reset?.();
    setProceed(undefined);
  };
  const leave = () => {
    blocker.proceed?.();
    proceed?.();
    setProceed(undefined);
  };
  return (
    <Dialog open={isOpen} onClose={stay} title="Leave without saving?" isAlert>
      <div className="dialog__body">
        <p>{children ?? 'Your unsaved changes on this page will be lost.'}</p>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={stay}>
          Stay on this page
        </button>
        <button type="button" className="button button--danger" onClick={leave}>
          Leave without saving
        </button>
      </div>
    </Dialog>
  );
}
