import type { z } from 'zod';
import { useValidatedForm } from '../../../ui/useValidatedForm.tsx';
import { Field, SendButton } from '../../../ui/Field.tsx';
import { logInForm } from '../schema.ts';
import { PasswordField } from './PasswordField.tsx';

const LABELS = { email: 'E-mail', password: 'Password' } as const;

/**
 * Asks for an address and its password.
 * @param props.focused whether the keyboard is taken to the first field
 */
export function LogInForm(props: { focused: boolean; logIn: (given: z.output<typeof logInForm>) => Promise<void> }) {
  // Whoever turns from the first field to a link below it must find that where it was.
  const { form, submit, field, alerts } = useValidatedForm(logInForm, LABELS, props.logIn, { mode: 'onSubmit' });
  return (
    <form className="form" method="post" noValidate onSubmit={submit}>
      {alerts}
      <Field {...field('email')}>
        {(control) => (
          // The modal was asked for to fill this in.
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
      <SendButton sending={form.formState.isSubmitting} wide>
        Log In
      </SendButton>
    </form>
  );
}
