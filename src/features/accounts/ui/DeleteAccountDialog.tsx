import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { ownDataQuery } from '../own-account/client.ts';
import { deleteAccountForm, deleteOwnAccount } from '../own-account/contract.ts';
import { singleSignOnQuery } from '../single-sign-on/client.ts';
import { getDeletedItems } from './account-deletion-summary.ts';
import { PasswordField } from './PasswordField.tsx';
import { useLeaveSession } from './session.ts';
import './deletion-summary.css';

const LABELS = { password: 'Password' } as const;

/** The dialog that states what the deletion of the user's account deletes, and asks for the password. */
export default function DeleteAccountDialog(props: { api: Api; email: string; open: boolean; onClose: () => void }) {
  const { api, email, open, onClose } = props;
  const { data: own } = useQuery(singleSignOnQuery(api));
  return (
    <Dialog open={open} onClose={onClose} title="Delete your account?" isAlert>
      {open && own && <DeletionForm api={api} email={email} hasPassword={own.has_password} onCancel={onClose} />}
    </Dialog>
  );
}

/** An account without a password asks the API client to confirm who the user is instead. */
function DeletionForm(props: { api: Api; email: string; hasPassword: boolean; onCancel: () => void }) {
  const { api, email, hasPassword, onCancel } = props;
  const leave = useLeaveSession(api);
  const toast = useToast();
  const { form, submit, field, alerts } = useValidatedForm(
    hasPassword ? deleteAccountForm : deleteAccountForm.partial(),
    LABELS,
    async (confirmation) => {
      const { message } = await api(deleteOwnAccount, confirmation);
      await leave('logged-out');
      toast({ text: message });
    },
    { mode: 'onSubmit', defaultValues: hasPassword ? { password: '' } : {} },
  );
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        <Consequences api={api} email={email} />
        <div className="form">
          {alerts}
          {hasPassword && <PasswordField field={field('password')} use="current-password" />}
        </div>
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button button--danger" aria-disabled={form.formState.isSubmitting}>
          Delete for ever
        </button>
      </div>
    </form>
  );
}

function Consequences({ api, email }: { api: Api; email: string }) {
  const { data, error } = useQuery(ownDataQuery(api));
  return (
    <>
      <p>This deletes for ever:</p>
      {error && <ErrorAlert message={getErrorMessage(error)} />}
      <ul className="deletion-summary" aria-busy={!data}>
        <li>your address {email}, contact details, password and sessions</li>
        {data && getDeletedItems(data).map((line) => <li key={line}>{line}</li>)}
        {!data && !error && <li>Counting other data…</li>}
      </ul>
      <p>This stays:</p>
      <ul className="deletion-summary">
        <li>your name in the record of what was done on this site, because it must show who did what</li>
        <li>
          enquiries that you have sent, until two years after they are closed, because the agency has to answer for them
        </li>
        {data && data.private_boards > 0 && (
          <li>{formatCount(data.private_boards, 'private board')} of the Locations Team, which a colleague gets</li>
        )}
      </ul>
      <p className="muted small">This cannot be undone. Download your data first if you want to keep it.</p>
    </>
  );
}
