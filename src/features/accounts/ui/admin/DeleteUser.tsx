import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { Bin } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { accountDataQuery, deleteUserMutation } from '../../administration/client.ts';
import type { UserDetails } from '../../administration/schema.ts';
import { USERS_LIST } from './users-list.tsx';
import '../deletion-summary.css';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { getDeletedItems } from '../account-deletion-summary.ts';

/** Button that deletes a user, with a confirmation that lists what is deleted. */
export function DeleteUser({ api, user }: { api: Api; user: UserDetails }) {
  const router = useRouter();
  const toast = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const deletion = useMutation(deleteUserMutation(api));
  const name = `${user.first_name} ${user.last_name}`;
  const remove = async () => {
    const { message } = await deletion.mutateAsync({ id: user.id });
    await router.navigate({ href: USERS_LIST.path, ignoreBlocker: true });
    toast({ text: message });
  };
  return (
    <>
      <button type="button" className="button button--compact button--danger" onClick={() => setIsOpen(true)}>
        <Bin small /> Delete user
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Delete ${name}?`}
        confirmLabel="Delete user"
        onConfirm={remove}
      >
        <DeletionSummary api={api} user={user} />
      </ConfirmDialog>
    </>
  );
}

function DeletionSummary({ api, user }: { api: Api; user: UserDetails }) {
  const { data, error } = useQuery(accountDataQuery(api, user.id));
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <>
      <p>This deletes the account for ever, with:</p>
      {error && <ErrorAlert message={getErrorMessage(error)} />}
      <ul className="deletion-summary" aria-busy={!data}>
        <li>the address {user.email}, contact details, password and sessions</li>
        {data && getDeletedItems(data).map((line) => <li key={line}>{line}</li>)}
        {!data && !error && <li>Counting other data…</li>}
      </ul>
      {data && data.private_boards > 0 && (
        <p>{formatCount(data.private_boards, 'private board')} of the Locations Team will be transferred to you.</p>
      )}
      <p className="muted small">The name stays in the audit log, as ‘{name} (Deleted user)’. This cannot be undone.</p>
    </>
  );
}
