import { type ReactNode, useEffect, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { z } from 'zod';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { Dialog, markInitialFocus } from '../../../ui/Dialog.tsx';
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
import './confirm-identity.css';

interface Props {
  readonly api: Api;
  readonly onClose: () => void;
  readonly onConfirmed: () => void;
}

/** Dialog to confirm the user's identity by password, second factor or single sign-on, depending on the account. */
export default function ConfirmIdentityDialog({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog open={open} onClose={props.onClose} title={CONFIRM_IDENTITY} staysOnBackdropClick>
      <Confirmation {...props} />
    </Dialog>
  );
}

function Confirmation(props: Props) {
  const { api, onClose } = props;
  const [prefersCode, setPrefersCode] = useState(false);
  const { data: factors, isPending: areFactorsPending } = useQuery(secondFactorsQuery(api));
  const { data: own, isPending: isOwnPending } = useQuery(singleSignOnQuery(api));
  if (areFactorsPending || isOwnPending)
    return (
      <div className="dialog__body" aria-busy>
        <p className="muted">One moment, please…</p>
      </div>
    );
  // If they could not be loaded, only the password is offered.
  const hasPassword = own?.has_password !== false;
  const hasAuthenticator = factors?.authenticator === true;
  const provider = own?.linked_at != null ? own.provider : null;
  const hasPasskey = factors !== undefined && factors.passkeys.length > 0 && supportsPasskeys();
  const otherWays = (provider !== null || hasPasskey || (hasPassword && hasAuthenticator)) && (
    <div className="confirm-identity__ways">
      {hasPasskey && <PasskeyConfirmation {...props} />}
      {provider !== null && <SingleSignOnConfirmation api={api} provider={provider} />}
      {hasPassword && hasAuthenticator && (
        <p>
          <button type="button" className="link text-button" onClick={() => setPrefersCode(!prefersCode)}>
            {prefersCode ? 'Use your password' : 'Use a code of your authenticator app'}
          </button>
        </p>
      )}
    </div>
  );
  if (hasAuthenticator && (prefersCode || !hasPassword))
    return <CodeConfirmation {...props}>{otherWays}</CodeConfirmation>;
  if (hasPassword) return <PasswordConfirmation {...props}>{otherWays}</PasswordConfirmation>;
  return (
    <>
      <div className="dialog__body confirm-identity">
        <p>{describeOnlyWay({ provider, hasPasskey, unlinked: own.provider })}</p>
        {otherWays}
        {otherWays && <p className="muted small">{NOT_AGAIN_SOON}</p>}
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </>
  );
}

const NOT_AGAIN_SOON = 'We do not ask again for ten minutes.';
const orAnotherWay = (otherWays: ReactNode) => (otherWays ? ', or choose another way' : '');

/** Advice for users without a password or code. @param ways.unlinked the provider, also if the account is not linked with it */
function describeOnlyWay(ways: { provider: string | null; hasPasskey: boolean; unlinked: string | null }): string {
  if (ways.provider !== null && ways.hasPasskey)
    return `To protect accounts, use a passkey or log in with ${ways.provider} again to go on.`;
  if (ways.provider !== null) return `To protect accounts, log in with ${ways.provider} again to go on.`;
  if (ways.hasPasskey) return 'To protect accounts, use a passkey to go on.';
  return ways.unlinked === null
    ? 'You cannot confirm it in this session. Log out, and choose ‘Reset password’ to get a password.'
    : `You cannot confirm it in this session. Log out, and log in with ${ways.unlinked}.`;
}

/** Goes to the provider, and comes back to this page. */
function SingleSignOnConfirmation({ api, provider }: { api: Api; provider: string }) {
  const here = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  return (
    <div>
      <SingleSignOnButton
        api={api}
        route={confirmWithSingleSignOn}
        returnTo={here}
        label={`Confirm with ${provider}`}
      />
      <p className="confirm-identity__note muted small">
        You come back to this page, without what you have typed into it.
      </p>
    </div>
  );
}

/** Focuses a field when it appears in the open dialog, or when the dialog opens. */
function useInitialFocus({ id }: { id: string }): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (!(control instanceof HTMLInputElement)) return;
    markInitialFocus(control);
    control.focus();
  }, [id]);
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
  useInitialFocus(field('password'));
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body confirm-identity">
        <p>To protect accounts, enter your password to go on{orAnotherWay(children)}.</p>
        {alerts}
        {/* For password managers, which save a password with its user name. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <PasswordField field={field('password')} use="current-password" />
        {children}
        <p className="muted small">
          {NOT_AGAIN_SOON} If you have forgotten your password, log out and choose ‘Reset password’.
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
  useInitialFocus(field('code'));
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <div className="dialog__body confirm-identity">
        <p>To protect accounts, enter a code to go on{orAnotherWay(children)}.</p>
        {alerts}
        <Field {...field('code')} hint={AUTHENTICATOR_CODE_HINT}>
          {(control) => <input {...control} type="text" autoComplete="one-time-code" inputMode="numeric" />}
        </Field>
        {children}
        <p className="muted small">{NOT_AGAIN_SOON}</p>
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
    <div>
      {confirmation.isError && <ErrorAlert message={getErrorMessage(confirmation.error)} />}
      <PasskeyButton isBusy={confirmation.isPending} onPress={() => confirmation.mutate()}>
        Use a passkey
      </PasskeyButton>
    </div>
  );
}
