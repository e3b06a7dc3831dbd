import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { NeedsScript, RequiredNote, SubmitButton } from '../../../../ui/Field.tsx';
import { SuccessAlert } from '../../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import { changePasswordForm } from '../../passwords/schema.ts';
import { PasswordField } from '../PasswordField.tsx';

const LABELS = {
  currentPassword: 'Current password',
  password: 'New password',
  confirmPassword: 'Confirm new password',
} as const;

/**
 * Form for another password of the signed-in user.
 * @param props.email of the user, with which password managers save the new password
 * @param props.save resolves to the message of the API
 */
export function ChangePasswordForm(props: {
  email: string;
  save: (input: { currentPassword: string; password: string }) => Promise<string>;
}) {
  const [saved, setSaved] = useState<string>();
  const { form, submit, field, alerts } = useValidatedForm(
    changePasswordForm,
    LABELS,
    async ({ currentPassword, password }, { reset }) => {
      setSaved(undefined);
      const message = await props.save({ currentPassword, password });
      reset({ currentPassword: '', password: '', confirmPassword: '' });
      setSaved(message);
    },
  );
  const password = useWatch({ control: form.control, name: 'password', defaultValue: '' });
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <NeedsScript />
      <RequiredNote />
      {alerts}
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={props.email} readOnly hidden />
      <PasswordField field={field('currentPassword')} use="current-password" required />
      <PasswordField field={field('password')} use="new-password" newValue={password} />
      <PasswordField field={field('confirmPassword')} use="new-password" />
      {saved !== undefined && <SuccessAlert message={saved} />}
      <SubmitButton isSubmitting={form.formState.isSubmitting}>Change password</SubmitButton>
    </form>
  );
}
