import { type ReactNode, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import {
  endUserSessionsMutation,
  resetSecondFactorsMutation,
  unlinkUserMutation,
} from '../../administration/client.ts';
import type { UserDetails } from '../../administration/schema.ts';

/** Buttons that end the sessions of a user, remove the second factors of one who has lost them, and unlink one from single sign-on. */
export function UserSecurity({ api, user }: { api: Api; user: UserDetails }) {
  const reset = useMutation(resetSecondFactorsMutation(api));
  const unlink = useMutation(unlinkUserMutation(api));
  const end = useMutation(endUserSessionsMutation(api));
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <>
      {user.has_second_factor && (
        <ConfirmedAction
          label="Reset second factor"
          title={`Reset the second factor of ${name}?`}
          confirmLabel="Reset"
          run={() => reset.mutateAsync({ id: user.id })}
        >
          <p>
            The authenticator app, the passkeys and the recovery codes of this account are removed, and it is logged out
            everywhere. {user.single_sign_on ? 'Single sign-on' : 'The password'} is then enough to log in.
          </p>
          <p>Make sure that it is really this person who asks you, for example by telephone.</p>
        </ConfirmedAction>
      )}
      {user.single_sign_on && (
        <ConfirmedAction
          label="Unlink single sign-on"
          title={`Unlink ${name} from single sign-on?`}
          confirmLabel="Unlink"
          run={() => unlink.mutateAsync({ id: user.id })}
        >
          <p>
            The account is logged out everywhere. It will be linked again with the next person who logs in by single
            sign-on with the same email address.
          </p>
        </ConfirmedAction>
      )}
      <ConfirmedAction
        label="End sessions"
        title={`Log ${name} out everywhere?`}
        confirmLabel="End sessions"
        run={() => end.mutateAsync({ id: user.id })}
      >
        <p>All sessions of this account end at once. Unsaved changes in them are lost. The person can log in again.</p>
      </ConfirmedAction>
    </>
  );
}

/** A button with a confirmation; the message of the API is shown when it is done. */
function ConfirmedAction(props: {
  label: string;
  title: string;
  confirmLabel: string;
  run: () => Promise<{ message: string }>;
  children: ReactNode;
}) {
  const toast = useToast();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button button--compact" onClick={() => setIsOpen(true)}>
        {props.label}
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={props.title}
        confirmLabel={props.confirmLabel}
        onConfirm={async () => toast({ text: (await props.run()).message })}
      >
        {props.children}
      </ConfirmDialog>
    </>
  );
}
