import type { ReactNode } from 'react';
import { CircleAlert } from '../../../ui/icons.tsx';

/** What ties a control to the words around it. */
interface ControlProps {
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
  required = false,
  hint,
  error,
  children,
}: {
  id: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error: string | undefined;
  children: (control: ControlProps) => ReactNode;
}) {
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required && (
          <span className="required" aria-hidden>
            {' '}
            *
          </span>
        )}
      </label>
      {hintId && (
        <p className="field__hint" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: 'input',
        'aria-required': required,
        'aria-invalid': error !== undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {errorId && (
        <p className="error" id={errorId}>
          <CircleAlert small />
          {error}
        </p>
      )}
    </div>
  );
}
