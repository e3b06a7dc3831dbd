import { type ReactNode, useId } from 'react';
import { Check, CircleAlert } from './icons.tsx';
import './checkbox.css';
import './form.css';

/** The invalid fields of a form. Each entry focuses its field. Announced politely, after the first invalid field, which has the focus. */
export function ErrorSummary<Name extends string>(props: {
  labels: Readonly<Record<Name, string>>;
  messages: { readonly [name in Name]?: string | undefined };
  onChoose: (name: Name) => void;
}) {
  const { labels, messages, onChoose } = props;
  const names = (Object.keys(labels) as Name[]).filter((name) => messages[name] !== undefined);
  return (
    <div aria-live="polite">
      {names.length > 0 && (
        <div className="alert">
          <CircleAlert />
          <div>
            <strong>{names.length === 1 ? 'Please check one field' : `Please check ${names.length} fields`}</strong>
            <ul>
              {names.map((name) => (
                <li key={name}>
                  <button type="button" className="link" onClick={() => onChoose(name)}>
                    {labels[name]}
                  </button>
                  {`: ${messages[name]}`}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

/** Why a form could not be sent. */
export function ErrorAlert({ message }: { message: string }) {
  return (
    <div className="alert" role="alert" tabIndex={-1} ref={focusOnMount}>
      <CircleAlert />
      <div>
        <strong>Error</strong>
        {message}
      </div>
    </div>
  );
}

/** Confirms that a form was sent. For a form that stays on the page. */
export function SuccessAlert({ message }: { message: string }) {
  return (
    <div className="alert alert--success" role="status" tabIndex={-1} ref={focusOnMount}>
      <Check />
      <p>{message}</p>
    </div>
  );
}

/** The confirmation that replaces a form after it was sent. */
export function SuccessPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="form form__done" aria-labelledby={id} tabIndex={-1} ref={focusOnMount}>
      <h2 className="display display--2" id={id}>
        {title}
      </h2>
      <div>{children}</div>
    </section>
  );
}

/** Pass it as the `ref` of an element that replaces the button that was pressed. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
