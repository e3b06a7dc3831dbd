import { type ReactNode, useCallback, useState } from 'react';
import { messageOf } from '../platform/http/contract.ts';
import { Dialog } from './Dialog.tsx';

/** Says in an alert titled 'Error' what went wrong with an act of a page. */
export function useFailures(): { readonly report: (error: unknown) => void; readonly alert: ReactNode } {
  const [message, setMessage] = useState<string>();
  const report = useCallback((error: unknown) => setMessage(messageOf(error)), []);
  const close = () => setMessage(undefined);
  const alert = (
    <Dialog open={message !== undefined} onClose={close} title="Error" urgent>
      <div className="dialog__body">
        <p>{message}</p>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--primary" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
  return { report, alert };
}
