import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { NeedsScript, RequiredNote, SubmitButton } from '../../../../ui/Field.tsx';
import { SuccessAlert } from '../../../../ui/FormMessages.tsx';
import { useValidatedForm } from '../../../../ui/useValidatedForm.tsx';
import type { changePassword } from '../../passwords/contract.ts';
import type { PasswordContext } from '../../passwords/disguised-words.ts';
import { changePasswordForm } from '../../passwords/schema.ts';
import { PasswordField } from '../PasswordField.tsx';

const LABELS = {
  currentPassword: 'Current password',
  password: 'New password',
  confirmPassword: 'Confirm new password',
  revoke_service_tokens: 'Revoke my service tokens too',
} as const;
const EMPTY = { currentPassword: '', password: '', confirmPassword: '', revoke_service_tokens: false };

/**
 * Form for another password of the signed-in user.
 * @param props.context of the user; with the email address, password managers save the new password
 * @param props.makesTokens whether the user can make service tokens
 * @param props.save resolves to the message of the API
 */
export function ChangePasswordForm(props: {
  context: PasswordContext;
  makesTokens: boolean;
  save: (input: z.input<typeof changePassword.input>) => Promise<string>;
}) {
  const [saved, setSaved] = useState<string>();
  const { form, submit, field, alerts } = useValidatedForm(
    changePasswordForm,
    LABELS,
    async ({ currentPassword, password, revoke_service_tokens }, { reset }) => {
      setSaved(undefined);
      const message = await props.save({ currentPassword, password, revoke_service_tokens });
      reset(EMPTY);
      setSaved(message);
    },
    { defaultValues: EMPTY },
  );
  const password = useWatch({ control: form.control, name: 'password', defaultValue: '' });
  const revokes = field('revoke_service_tokens');
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      <NeedsScript />
      <RequiredNote />
      {alerts}
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={props.context.email} readOnly hidden />
      <PasswordField field={field('currentPassword')} use="current-password" required />
      <PasswordField field={field('password')} use="new-password" newValue={{ password, context: props.context }} />
      <PasswordField field={field('confirmPassword')} use="new-password" />
      {props.makesTokens && (
        <div className="field">
          <label className="checkbox-row" htmlFor={revokes.id}>
            <input type="checkbox" id={revokes.id} {...revokes.registration} aria-describedby={`${revokes.id}-hint`} />
            {LABELS.revoke_service_tokens}
          </label>
          <p className="field__hint" id={`${revokes.id}-hint`}>
            Choose this if somebody else may know your password. Programs that use the tokens then stop working.
            Otherwise the tokens stay as they are.
          </p>
        </div>
      )}
      {saved !== undefined && <SuccessAlert message={saved} />}
      <SubmitButton isSubmitting={form.formState.isSubmitting}>Change password</SubmitButton>
    </form>
  );
}
