import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { FormFieldProps } from './useValidatedForm.tsx';
import { CircleAlert } from './icons.tsx';

/** What ties a control to its form and to the words around it. */
interface ControlProps extends UseFormRegisterReturn {
  readonly id: string;
  readonly className: 'input';
  readonly 'aria-required': boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

/** A labelled control with its hint above and its error below. */
export function Field({
  id,
  label,
  error,
  registration,
  required = false,
  hint,
  aside,
  children,
}: FormFieldProps & {
  required?: boolean;
  hint?: ReactNode;
  /** What stands at the other end of the line of the label. */
  aside?: ReactNode;
  children: (control: ControlProps) => ReactNode;
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

/** What is wrong with a field. */
export function FieldError({ id, message }: { id: string; message: string }) {
  return (
    <p className="error" id={id}>
      <CircleAlert small />
      {message}
    </p>
  );
}

/** Stands above the fields where some are marked. */
export function RequiredNote() {
  return <p className="muted small form__note">* Required fields</p>;
}

/** For whoever cannot send a form because no script runs. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="alert">This needs JavaScript, which is not running in your browser.</p>
    </noscript>
  );
}

/** Sends the form that it ends. */
export function SendButton(props: { sending: boolean; wide?: boolean; children: string }) {
  const { sending, wide = false, children } = props;
  return (
    <button
      type="submit"
      className={`button button--primary button--big form__send ${wide ? 'button--wide' : ''}`}
      // Not `disabled`, which would take the focus away: the form itself is sent once at a time.
      aria-disabled={sending}
      // A field that reports its error as it loses the focus would move the button away from under the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {sending ? 'Sending…' : children}
    </button>
  );
}
