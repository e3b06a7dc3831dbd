import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { FormFieldProps } from './useValidatedForm.tsx';
import { CircleAlert } from './icons.tsx';

/** The attributes that connect a control with its form, label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly className: 'input';
  readonly 'aria-required': boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

/** A labelled control with its hint above and its error below. */
export function Field<Registration extends object = UseFormRegisterReturn>({
  id,
  label,
  error,
  registration,
  required = false,
  hint,
  aside,
  children,
}: Omit<FormFieldProps, 'registration'> & {
  registration: Registration;
  required?: boolean;
  hint?: ReactNode;
  /** Shown at the right end of the label's line. */
  aside?: ReactNode;
  children: (control: Registration & ControlProps) => ReactNode;
}) {
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  return (
    <div className="field">
      <div className="field__name">
        <label htmlFor={id}>
          {label}
          {required && (
            <span className="required" aria-hidden>
              {' '}
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      {hintId && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        ...registration,
        id,
        className: 'input',
        'aria-required': required,
        'aria-invalid': error !== undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {errorId && <FieldError id={errorId} message={error!} />}
    </div>
  );
}

/** The error message of a field. */
export function FieldError({ id, message }: { id: string; message: string }) {
  return (
    <p className="error" id={id}>
      <CircleAlert small />
      {message}
    </p>
  );
}

/** Explains the asterisk of required fields. Goes above the fields. */
export function RequiredNote() {
  return <p className="muted small form__note">* Required fields</p>;
}

/** Explains, without JavaScript, why a form cannot be sent. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="alert">Turn on JavaScript in your browser to use this form.</p>
    </noscript>
  );
}

/** The submit button at the end of a form. */
export function SubmitButton(props: { isSubmitting: boolean; wide?: boolean; children: string }) {
  const { isSubmitting, wide = false, children } = props;
  return (
    <button
      type="submit"
      className={`button button--primary button--big form__submit ${wide ? 'button--wide' : ''}`}
      // Not `disabled`, which would lose the focus. The form itself prevents a second submission.
      aria-disabled={isSubmitting}
      // A click must not blur a field: an error message that appears on blur would move the button from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isSubmitting ? 'Sending…' : children}
    </button>
  );
}
