import { CONFIRM_IDENTITY } from '../messages.ts';
import type { Api } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { confirmWithPassword } from '../sessions/contract.ts';
import { passwordConfirmation } from '../sessions/schema.ts';
import { PasswordField } from './PasswordField.tsx';
import { useUser } from './session.ts';

/** Dialog in which the user confirms who they are. Other ways than the password, such as a second factor, are further forms here. */
export default function ConfirmIdentityDialog(props: {
  api: Api;
  open: boolean;
  onClose: () => void;
  onConfirmed: () => void;
}) {
  const { api, open, onClose, onConfirmed } = props;
  return (
    <Dialog open={open} onClose={onClose} title={CONFIRM_IDENTITY} staysOnBackdropClick>
      <PasswordConfirmation api={api} onClose={onClose} onConfirmed={onConfirmed} />
    </Dialog>
  );
}

function PasswordConfirmation(props: { api: Api; onClose: () => void; onConfirmed: () => void }) {
  const { api, onClose, onConfirmed } = props;
  const user = useUser(api);
  const { form, submit, field, alerts } = useValidatedForm(
    passwordConfirmation,
    { password: 'Your password' },
    async (input) => {
      await api(confirmWithPassword, input);
      onConfirmed();
    },
    { mode: 'onSubmit' },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        <p>You are about to change something that protects accounts. Enter your password to go on.</p>
        {alerts}
        {/* For password managers, which save a password with its user name. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField field={field('password')} use="current-password" />
        <p className="muted small">
          We do not ask again for ten minutes. If you have forgotten it, log out and choose ‘Reset password’.
        </p>
      </div>
      <DialogActions submitLabel="Confirm" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}
