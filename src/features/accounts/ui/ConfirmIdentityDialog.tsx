import { type ReactNode, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { z } from 'zod';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { Field } from '../../../ui/Field.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { AUTHENTICATOR_CODE_HINT, CONFIRM_IDENTITY } from '../messages.ts';
import { secondFactorsQuery } from '../second-factor/client.ts';
import { beginConfirmWithPasskey, confirmWithCode, confirmWithPasskey } from '../second-factor/contract.ts';
import { factorCode } from '../second-factor/schema.ts';
import { confirmWithPassword } from '../sessions/contract.ts';
import { passwordConfirmation } from '../sessions/schema.ts';
import { singleSignOnQuery } from '../single-sign-on/client.ts';
import { confirmWithSingleSignOn } from '../single-sign-on/contract.ts';
import { PasskeyButton } from './PasskeyLogIn.tsx';
import { PasswordField } from './PasswordField.tsx';
import { getPasskey, supportsPasskeys } from './passkeys.ts';
import { SingleSignOnButton } from './SingleSignOnButton.tsx';
import { useUser } from './session.ts';

interface Props {
  readonly api: Api;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** Dialog in which the user confirms who they are: by the password, a second factor or single sign-on, as far as the account has them. */
export default function ConfirmIdentityDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title={CONFIRM_IDENTITY} staysOnBackdropClick>
      <Confirmation {...props} />
    </Dialog>
  );
}

function Confirmation(props: Props) {
  const [prefersCode, setPrefersCode] = useState(false);
  // If they cannot be loaded, the password is left.
  const { data: factors } = useQuery(secondFactorsQuery(props.api));
  const { data: own } = useQuery(singleSignOnQuery(props.api));
  const hasPassword = own?.has_password !== false;
  const hasAuthenticator = factors?.authenticator === true;
  const otherWays = (
    <>
      {own && own.provider !== null && own.linked_at !== null && (
        <SingleSignOnConfirmation api={props.api} provider={own.provider} />
      )}
      {factors && factors.passkeys.length > 0 && supportsPasskeys() && <PasskeyConfirmation {...props} />}
      {hasPassword && hasAuthenticator && (
        <p>
          <button type="button" className="link text-button" onClick={() => setPrefersCode(!prefersCode)}>
            {prefersCode ? 'Use your password' : 'Use a code of your authenticator app'}
          </button>
        </p>
      )}
    </>
  );
  if (hasAuthenticator && (prefersCode || !hasPassword))
    return <CodeConfirmation {...props}>{otherWays}</CodeConfirmation>;
  if (hasPassword) return <PasswordConfirmation {...props}>{otherWays}</PasswordConfirmation>;
  return (
    <>
      <div className="dialog__body">
        <p>You are about to change something that protects accounts.</p>
        {otherWays}
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={props.onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}

/** Goes to the provider, and comes back to this page. */
function SingleSignOnConfirmation({ api, provider }: { api: Api; provider: string }) {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  return (
    <div className="log-in__passkey">
      <p className="muted small">
        If you log in with {provider} again, you come back to this page, without what you have typed into it.
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

/** @param props.children other ways to confirm */
function PasswordConfirmation({ api, onClose, onConfirmed, children }: Props & { children: ReactNode }) {
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
        {children}
        <p className="muted small">
          We do not ask again for ten minutes. If you have forgotten it, log out and choose ‘Reset password’.
        </p>
      </div>
      <DialogActions submitLabel="Confirm" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}

function CodeConfirmation({ api, onClose, onConfirmed, children }: Props & { children: ReactNode }) {
  const { form, submit, field, alerts } = useValidatedForm(
    z.object({ code: factorCode }),
    { code: 'Code' },
    async (input) => {
      await api(confirmWithCode, input);
      onConfirmed();
    },
    { mode: 'onSubmit' },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body">
        <p>You are about to change something that protects accounts. Enter a code to go on.</p>
        {alerts}
        <Field {...field('code')} hint={AUTHENTICATOR_CODE_HINT}>
          {(control) => (
            // It replaces the form of the password, in which the focus was.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            <input {...control} type="text" autoComplete="one-time-code" inputMode="numeric" autoFocus />
          )}
        </Field>
        {children}
        <p className="muted small">We do not ask again for ten minutes.</p>
      </div>
      <DialogActions submitLabel="Confirm" busy={form.formState.isSubmitting} onCancel={onClose} />
    </form>
  );
}

function PasskeyConfirmation({ api, onConfirmed }: Props) {
  const confirmation = useMutation({
    mutationFn: async () => {
      const { token, passkey_options } = await api(beginConfirmWithPasskey, {});
      const passkey = (await getPasskey(passkey_options)) as z.input<typeof confirmWithPasskey.input>['passkey'];
      await api(confirmWithPasskey, { token, passkey });
    },
    onSuccess: onConfirmed,
  });
  return (
    <div className="log-in__passkey">
      {confirmation.isError && <ErrorAlert message={getErrorMessage(confirmation.error)} />}
      <PasskeyButton isBusy={confirmation.isPending} onPress={() => confirmation.mutate()}>
        Use a passkey
      </PasskeyButton>
    </div>
  );
}
