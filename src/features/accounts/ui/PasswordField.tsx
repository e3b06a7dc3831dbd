import { type ReactNode, useState } from 'react';
import type { FormFieldProps } from '../../../ui/useValidatedForm.tsx';
import { Field } from '../../../ui/Field.tsx';
import type { PasswordContext } from '../passwords/disguised-words.ts';
import { PasswordStrength } from './PasswordStrength.tsx';
import { PASSWORD_LENGTH } from '../../../platform/http/field-schemas.ts';

const RULES = `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, of any kind. A few unrelated words are easy to remember and hard to guess.`;

/**
 * Password field with a button that shows the password.
 * @param props.use the autocomplete value, for which password managers offer the saved password or a new one
 */
export function PasswordField(props: {
  field: FormFieldProps;
  use: 'current-password' | 'new-password';
  /** The value of a new password, to show the rules and its strength, and what it must not be built from. */
  newValue?: { readonly password: string; readonly context: PasswordContext };
  /** By default only a new password is marked as required. */
  required?: boolean;
  aside?: ReactNode;
}) {
  const { field, use, newValue, required = use === 'new-password', aside } = props;
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Field {...field} required={required} aside={aside} {...(newValue && { hint: RULES })}>
      {(control) => (
        <>
          <div className="password">
            <input
              {...control}
              type={isVisible ? 'text' : 'password'}
              autoComplete={use}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
            />
            <button
              type="button"
              className="password__show"
              aria-label={`Show ${field.label.toLowerCase()}`}
              aria-pressed={isVisible}
              aria-controls={control.id}
              onClick={() => setIsVisible(!isVisible)}
            >
              {isVisible ? 'Hide' : 'Show'}
            </button>
          </div>
          {newValue && <PasswordStrength {...newValue} />}
        </>
      )}
    </Field>
  );
}
