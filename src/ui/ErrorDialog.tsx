import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

/** Shows why an action failed. Its only button closes it. */
export function ErrorDialog(props: {
  open: boolean;
  onClose: () => void;
  title?: string | undefined;
  children: ReactNode;
}) {
  const { open, onClose, title = 'Error', children } = props;
  return (
    <Dialog open={open} onClose={onClose} title={title} isAlert>
      <div className="dialog__body">
        <p>{children}</p>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
