import { CONFIRM_IDENTITY } from '../messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { confirmWithPassword } from '../sessions/contract.ts';
import { passwordConfirmation } from '../sessions/schema.ts';
import { singleSignOnQuery } from '../single-sign-on/client.ts';
import { confirmWithSingleSignOn } from '../single-sign-on/contract.ts';
import { PasswordField } from './PasswordField.tsx';
import { SingleSignOnButton } from './SingleSignOnButton.tsx';
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
      <ConfirmationForms api={api} onClose={onClose} onConfirmed={onConfirmed} />
    </Dialog>
  );
}

/** The ways in which the account can confirm: the provider of single sign-on if it is linked, and the password if it has one. */
function ConfirmationForms(props: { api: Api; onClose: () => void; onConfirmed: () => void }) {
  const { data: own } = useQuery(singleSignOnQuery(props.api));
  const isLinked = own && own.provider !== null && own.linked_at !== null;
  return (
    <>
      {isLinked && <SingleSignOnConfirmation api={props.api} provider={own.provider} />}
      {own?.has_password === false ? (
        <div className="dialog__foot">
          <button type="button" className="button button--quiet" onClick={props.onClose}>
            Cancel
          </button>
        </div>
      ) : (
        <PasswordConfirmation {...props} />
      )}
    </>
  );
}

/** Goes to the provider, and comes back to this page. */
function SingleSignOnConfirmation({ api, provider }: { api: Api; provider: string | null }) {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  return (
    <div className="dialog__body">
      <p>
        You are about to change something that protects accounts. Log in with {provider} again to go on: you then come
        back to this page, without what you have typed into it.
      </p>
      <SingleSignOnButton
        api={api}
        route={confirmWithSingleSignOn}
        returnTo={here}
        label={`Confirm with ${provider}`}
      />
    </div>
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
