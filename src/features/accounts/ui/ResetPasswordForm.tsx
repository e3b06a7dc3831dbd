import { useWatch } from 'react-hook-form';
import { isApiError } from '../../../platform/http/contract.ts';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { NeedsScript, RequiredNote, SubmitButton } from '../../../ui/Field.tsx';
import { resetPasswordForm } from '../schema.ts';
import { PasswordField } from './PasswordField.tsx';

const LABELS = { password: 'Password', confirmPassword: 'Confirm password' } as const;

/**
 * Form for a new password.
 * @param props.action text of the button
 * @param props.onRejected called when the link may no longer be valid
 */
export function ResetPasswordForm(props: {
  action: string;
  siteName: string;
  send: (password: string) => Promise<{ message: string }>;
  onRejected: () => void;
  onSent: (message: string) => void;
}) {
  const { form, submit, field, alerts } = useValidatedForm(resetPasswordForm, LABELS, async ({ password }) => {
    try {
      const { message } = await props.send(password);
      props.onSent(message);
    } catch (error) {
      if (isApiError(error) && !error.fields) props.onRejected();
      throw error;
    }
  });
  const password = useWatch({ control: form.control, name: 'password', defaultValue: '' });
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <NeedsScript />
      <RequiredNote />
      {alerts}
      <PasswordField
        field={field('password')}
        use="new-password"
        newValue={{ password, context: { email: '', names: [], siteName: props.siteName } }}
      />
      <PasswordField field={field('confirmPassword')} use="new-password" />
      <SubmitButton isSubmitting={form.formState.isSubmitting}>{props.action}</SubmitButton>
    </form>
  );
}
