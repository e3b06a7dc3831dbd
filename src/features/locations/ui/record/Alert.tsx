import { Dialog } from '../../../../ui/Dialog.tsx';
import type { Said } from './useDecisions.tsx';

/** Says why something was not done. */
export function Alert({ said, onClose }: { said: Said | undefined; onClose: () => void }) {
  return (
    <Dialog open={said !== undefined} onClose={onClose} title={said?.title ?? 'Error'} urgent>
      <div className="dialog__body">
        <p>{said?.message}</p>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
