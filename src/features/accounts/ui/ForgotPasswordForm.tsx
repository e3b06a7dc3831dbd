import type { z } from 'zod';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { Field, NeedsScript, SubmitButton } from '../../../ui/Field.tsx';
import type { VerificationAction } from '../../proof-of-work/schema.ts';
import { useVerification } from '../../proof-of-work/ui/useVerification.ts';
import type { forgotPassword } from '../contract.ts';
import { forgotPasswordForm } from '../schema.ts';

/** Form that requests a link to choose a new password. */
export function ForgotPasswordForm(props: {
  fetchChallenge: (action: VerificationAction) => Promise<unknown>;
  send: (input: z.input<typeof forgotPassword.input>) => Promise<{ message: string }>;
  onSent: (message: string) => void;
}) {
  const verification = useVerification('ResetPassword', props.fetchChallenge);
  const { form, submit, field, alerts } = useValidatedForm(forgotPasswordForm, { email: 'Email' }, async (values) => {
    const { message } = await props.send({ ...values, verification: await verification.getSolution() });
    props.onSent(message);
  });
  return (
    <form className="form" method="post" noValidate onSubmit={submit} onFocusCapture={verification.prepare}>
      <NeedsScript />
      {alerts}
      <Field {...field('email')} required>
        {(control) => <input {...control} type="email" autoComplete="username" />}
      </Field>
      <SubmitButton isSubmitting={form.formState.isSubmitting}>Send the link</SubmitButton>
    </form>
  );
}
