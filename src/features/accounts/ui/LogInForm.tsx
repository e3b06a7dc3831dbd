import type { z } from 'zod';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { Field, SubmitButton } from '../../../ui/Field.tsx';
import { logInForm } from '../schema.ts';
import { PasswordField } from './PasswordField.tsx';

const LABELS = { email: 'Email', password: 'Password' } as const;

/** @param props.focused whether the first field gets the focus */
export function LogInForm(props: {
  focused: boolean;
  logIn: (credentials: z.output<typeof logInForm>) => Promise<void>;
}) {
  // onSubmit: a validation message on blur would move the links below while they are being clicked.
  const { form, submit, field, alerts } = useValidatedForm(logInForm, LABELS, props.logIn, { mode: 'onSubmit' });
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field {...field('email')}>
        {(control) => (
          // The user opened the modal to fill in this field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          <input {...control} type="email" autoComplete="username" autoFocus={props.focused} />
        )}
      </Field>
      <PasswordField
        field={field('password')}
        use="current-password"
        aside={
          <a className="link small" href="/reset-password">
            Reset password
          </a>
        }
      />
      <SubmitButton isSubmitting={form.formState.isSubmitting} wide>
        Log In
      </SubmitButton>
    </form>
  );
}
