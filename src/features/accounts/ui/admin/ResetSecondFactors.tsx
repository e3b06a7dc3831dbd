import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { resetSecondFactorsMutation } from '../../administration/client.ts';
import type { UserDetails } from '../../administration/schema.ts';

/** Button that removes the second factors of a user who has lost them. */
export function ResetSecondFactors({ api, user }: { api: Api; user: UserDetails }) {
  const toast = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const reset = useMutation(resetSecondFactorsMutation(api));
  return (
    <>
      <button type="button" className="button button--compact" onClick={() => setIsOpen(true)}>
        Reset second factor
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Reset the second factor of ${user.first_name} ${user.last_name}?`}
        confirmLabel="Reset"
        onConfirm={async () => toast({ text: (await reset.mutateAsync({ id: user.id })).message })}
      >
        <p>
          The authenticator app, the passkeys and the recovery codes of this account are removed, and it is logged out
          everywhere. The password is then enough to log in.
        </p>
        <p>Make sure that it is really this person who asks you, for example by telephone.</p>
      </ConfirmDialog>
    </>
  );
}
