import { useEffect, useState } from 'react';
import type { Api } from '../../../platform/http/contract.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { onConfirmationNeeded } from './confirm-identity.ts';

const ConfirmIdentityDialog = lazyDialog(() => import('./ConfirmIdentityDialog.tsx'));

/** Opens the dialog to confirm the user's identity when a call requires it. The dialog is loaded on demand. */
export function ConfirmIdentity({ api }: { api: Api }) {
  const [request, setRequest] = useState<{ readonly answer: (isConfirmed: boolean) => void }>();
  useEffect(() => onConfirmationNeeded((answer) => setRequest({ answer })), []);
  const close = (isConfirmed: boolean) => {
    request?.answer(isConfirmed);
    setRequest(undefined);
  };
  return (
    <LazyMount isWanted={request !== undefined}>
      <ConfirmIdentityDialog
        api={api}
        open={request !== undefined}
        onClose={() => close(false)}
        onConfirmed={() => close(true)}
      />
    </LazyMount>
  );
}
