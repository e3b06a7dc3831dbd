import { type ReactNode, useCallback, useState } from 'react';
import { getErrorMessage } from '../platform/http/contract.ts';
import { ErrorDialog } from './ErrorDialog.tsx';

/** Returns `report`, which shows an error in a dialog titled 'Error', and that dialog, for the page to render. */
export function useErrorDialog(): { readonly report: (error: unknown) => void; readonly alert: ReactNode } {
  const [message, setMessage] = useState<string>();
  const report = useCallback((error: unknown) => setMessage(getErrorMessage(error)), []);
  const close = () => setMessage(undefined);
  const alert = (
    <ErrorDialog open={message !== undefined} onClose={close}>
      {message}
    </ErrorDialog>
  );
  return { report, alert };
}
