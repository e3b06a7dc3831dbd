import { AUTHENTICATOR_CODE_HINT, CONFIRM_IDENTITY } from '../messages.ts';
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { Field, SubmitButton } from '../../../ui/Field.tsx';
import { ErrorAlert, focusOnMount } from '../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import type { Session } from '../schema.ts';
import { completeLogInWithCode } from '../second-factor/contract.ts';
import { type PendingLogIn, factorCode } from '../second-factor/schema.ts';
import { PasskeyButton, sendPasskey } from './PasskeyLogIn.tsx';
import { supportsPasskeys } from './passkeys.ts';

interface StepProps {
  readonly api: Api;
  readonly pending: PendingLogIn;
  readonly onLoggedIn: (session: Session) => Promise<void>;
}
type CodeMethod = 'authenticator' | 'recovery-code';

/** Second step of a log-in, after the password. */
export function SecondFactorStep(props: StepProps & { onBack: () => void }) {
  const { api, pending, onLoggedIn, onBack } = props;
  const { methods, passkey_options: options } = pending;
  const [isRecovering, setIsRecovering] = useState(false);
  const usesPasskey = useMutation({
    mutationFn: async () => options && (await sendPasskey(api, pending.token, options, onLoggedIn)),
  });
  const hasPasskey = methods.includes('passkey') && supportsPasskeys();
  const codeMethods: CodeMethod[] = methods.filter((method) => method !== 'passkey');
  const codeMethod = isRecovering ? 'recovery-code' : codeMethods.find((method) => method === 'authenticator');
  return (
    <div>
      <h3 className="display display--1" tabIndex={-1} ref={codeMethod ? undefined : focusOnMount}>
        {CONFIRM_IDENTITY}
      </h3>
      {hasPasskey && !isRecovering && (
        <div className="log-in__passkey">
          {usesPasskey.isError && <ErrorAlert message={getErrorMessage(usesPasskey.error)} />}
          <PasskeyButton isBusy={usesPasskey.isPending} onPress={() => usesPasskey.mutate()}>
            Use a passkey
          </PasskeyButton>
        </div>
      )}
      {codeMethod && <CodeForm key={codeMethod} {...props} method={codeMethod} />}
      <div className="log-in__other">
        {methods.includes('recovery-code') && (
          <p>
            <button type="button" className="link text-button" onClick={() => setIsRecovering(!isRecovering)}>
              {isRecovering ? 'Use another way' : 'Use a recovery code'}
            </button>
          </p>
        )}
        <p>
          <button type="button" className="link text-button" onClick={onBack}>
            Back to the log-in
          </button>
        </p>
        <p className="muted">
          Lost everything that you confirm it with? The Locations Team can remove your second factor.
        </p>
      </div>
    </div>
  );
}

const CODES = {
  authenticator: { label: 'Code', hint: AUTHENTICATOR_CODE_HINT, inputMode: 'numeric' },
  'recovery-code': { label: 'Recovery code', hint: 'One of those you have kept. It works once.', inputMode: 'text' },
} as const;

const INPUT = { type: 'text', autoComplete: 'one-time-code', autoCapitalize: 'none' } as const;

function CodeForm({ api, pending, onLoggedIn, method }: StepProps & { method: CodeMethod }) {
  const { label, hint, inputMode } = CODES[method];
  const { form, submit, field, alerts } = useValidatedForm(
    z.object({ code: factorCode }),
    { code: label },
    async ({ code }) => {
      const { session } = await api(completeLogInWithCode, { token: pending.token, code });
      if (session) await onLoggedIn(session);
    },
    { mode: 'onSubmit' },
  );
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field {...field('code')} hint={hint}>
        {(control) => (
          // It replaces the focused form of the password.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          <input {...control} {...INPUT} inputMode={inputMode} autoFocus />
        )}
      </Field>
      <SubmitButton isSubmitting={form.formState.isSubmitting} wide>
        Log In
      </SubmitButton>
    </form>
  );
}
