import { type ReactNode, useState } from 'react';
import type { FormFieldProps } from '../../../ui/useValidatedForm.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PASSWORD_LENGTH } from '../../../platform/field-schemas.ts';

const RULES = `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, of any kind. A few words that do not belong together are easy to keep in mind and hard to guess.`;

/**
 * Asks for a password, which can be looked at while it is typed.
 * @param props.use what a password manager offers: the password of this site, or a new one
 */
export function PasswordField(props: {
  field: FormFieldProps;
  use: 'current-password' | 'new-password';
  /** Says what a new password needs. */
  rules?: boolean;
  aside?: ReactNode;
}) {
  const { field, use, rules = false, aside } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field {...field} required={use === 'new-password'} aside={aside} {...(rules && { hint: RULES })}>
      {(control) => (
        <div className="password">
          <input
            {...control}
            type={shown ? 'text' : 'password'}
            autoComplete={use}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className="password__show"
            aria-label={`Show ${field.label.toLowerCase()}`}
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}
