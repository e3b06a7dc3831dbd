import { type ReactNode, useCallback, useState } from 'react';
import { getErrorMessage } from '../platform/http/contract.ts';
import { ErrorDialog } from './ErrorDialog.tsx';

/** Says in an alert titled 'Error' what went wrong with an act of a page. */
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
