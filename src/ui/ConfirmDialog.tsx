import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../platform/http/contract.ts';
import { Dialog } from './Dialog.tsx';
import { ErrorAlert } from './FormMessages.tsx';

/**
 * Asks once whether to do what matters.
 * @param props.children what goes with it
 * @param props.act the verb on the button
 * @param props.dangerous whether it cannot be undone, or takes something away
 * @param props.onConfirm does it; should it fail, the dialog says so and stays
 */
export function ConfirmDialog(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  confirmLabel: string;
  dangerous?: boolean;
  onConfirm: () => Promise<unknown>;
  children: ReactNode;
}) {
  const { open, onClose, title, confirmLabel, dangerous = true, onConfirm, children } = props;
  return (
    <Dialog open={open} onClose={onClose} title={title} isAlert>
      <ConfirmForm confirmLabel={confirmLabel} dangerous={dangerous} onConfirm={onConfirm} onClose={onClose}>
        {children}
      </ConfirmForm>
    </Dialog>
  );
}

function ConfirmForm(props: {
  confirmLabel: string;
  dangerous: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { confirmLabel, dangerous, onConfirm, onClose, children } = props;
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
          className={`button ${dangerous ? 'button--danger' : 'button--primary'}`}
          aria-disabled={state.busy}
          onClick={() => !state.busy && void confirm()}
        >
          {confirmLabel}
        </button>
      </div>
    </>
  );
}
