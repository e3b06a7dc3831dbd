import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../platform/http/contract.ts';
import { Dialog } from './Dialog.tsx';
import { ErrorAlert } from './FormMessages.tsx';

/**
 * Asks for confirmation before an important action.
 * @param props.children the consequences of the action
 * @param props.confirmLabel the verb on the button
 * @param props.isDestructive whether the action cannot be undone or removes something
 * @param props.onConfirm performs the action; if it rejects, the dialog stays open and shows the error
 */
export function ConfirmDialog(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  confirmLabel: string;
  isDestructive?: boolean;
  onConfirm: () => Promise<unknown>;
  children: ReactNode;
}) {
  const { open, onClose, title, confirmLabel, isDestructive = true, onConfirm, children } = props;
  return (
    <Dialog open={open} onClose={onClose} title={title} isAlert>
      <ConfirmForm confirmLabel={confirmLabel} isDestructive={isDestructive} onConfirm={onConfirm} onClose={onClose}>
        {children}
      </ConfirmForm>
    </Dialog>
  );
}

function ConfirmForm(props: {
  confirmLabel: string;
  isDestructive: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { confirmLabel, isDestructive, onConfirm, onClose, children } = props;
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const confirm = async () => {
    setState({ busy: true });
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <>
      <div className="dialog__body">
        {state.error !== undefined && <ErrorAlert message={getErrorMessage(state.error)} />}
        {children}
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={`button ${isDestructive ? 'button--danger' : 'button--primary'}`}
          aria-disabled={state.busy}
          onClick={() => !state.busy && void confirm()}
        >
          {confirmLabel}
        </button>
      </div>
    </>
  );
}
