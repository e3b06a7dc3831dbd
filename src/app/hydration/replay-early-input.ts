type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type FieldState = Readonly<Pick<HTMLInputElement, 'value' | 'checked'>>;

/** Input before the page was hydrated. */
interface EarlyInput {
  /** The changed fields in order, with their values. */
  readonly fields: Map<Field, FieldState>;
  /** The last pressed button or submitted form. Earlier ones are dropped: users press again when nothing happens. */
  action?: { readonly target: Element; readonly run: () => void };
  readonly stop: () => void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput | undefined;
  }
}

/** Runs before any other script of the page. It must not reference anything outside, because it is inlined as text. */
function startRecording(): void {
  const fields: EarlyInput['fields'] = new Map();
  const onInput = (event: Event) => {
    const { value, checked } = event.target as HTMLInputElement;
    fields.set(event.target as Field, { value, checked });
  };
  // Once React listens, it hydrates the component that an event occurs in, then handles the event, unless the component is still loading. It
  // marks the document and the elements that it has hydrated with properties that begin with these names.
  const has = (node: object, name: string) => Object.keys(node).some((key) => key.startsWith(name));
  const record = (action: NonNullable<EarlyInput['action']>) => {
    if (!has(document, '_reactListening')) early.action = action;
    else
      setTimeout(() => {
        if (!has(action.target, '__reactF')) early.action = action;
      });
  };
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || (button.type === 'submit' && button.form)) return;
    const { detail } = event;
    const run = () => button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    record({ target: button, run });
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    record({ target: form, run: () => form.requestSubmit(event.submitter) });
  };
  document.addEventListener('input', onInput, true);
  document.addEventListener('click', onClick, true);
  document.addEventListener('submit', onSubmit, true);
  const stop = () => {
    document.removeEventListener('input', onInput, true);
    document.removeEventListener('click', onClick, true);
    document.removeEventListener('submit', onSubmit, true);
  };
  const early: EarlyInput = { fields, stop };
  window.earlyInput = early;
}

/**
 * Returns an inline script that records input until the page is hydrated. Links, and forms with an `action` attribute, work without
 * scripts and are not recorded.
 */
export const getEarlyInputScript = () => `(${startRecording.toString()})()`;

/**
 * Replays the recorded input on the hydrated page: field values first, then the last button or form. Must not be called within an
 * effect, during which React cannot hydrate.
 */
export function replayEarlyInput(): void {
  const { earlyInput } = window;
  if (!earlyInput) return;
  window.earlyInput = undefined;
  const { fields, action, stop } = earlyInput;
  stop();
  for (const type of ['click', 'input']) window.addEventListener(type, replayLateInput, true);
  for (const target of [...fields.keys(), action?.target]) hydrateBoundary(target);
  // Deferred until the components hydrated above have subscribed to their fields.
  setTimeout(() => {
    for (const [field, state] of fields) replayField(field, state);
    if (action?.target.isConnected) action.run();
  });
}

/**
 * React hydrates the page component by component. It hydrates a field at its first event, and takes the new value for the initial one, or
 * resets a select. So input in such a field is repeated.
 */
function replayLateInput({ target }: Event): void {
  const field = target as HTMLInputElement;
  // React stores its node with each element that it has hydrated.
  if (!field.matches('input,select') || Object.keys(field).some((key) => key.startsWith('__reactF'))) return;
  const { value, checked } = field;
  setTimeout(() => replayField(field, { value, checked }));
}

function replayField(field: Field, { value, checked }: FieldState): void {
  if (field.type === 'checkbox' || field.type === 'radio') replayCheck(field as HTMLInputElement, checked);
  else if (field.type !== 'file') replayText(field, value);
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Makes React hydrate the Suspense boundary of an element at once, by dispatching an event without effect. */
function hydrateBoundary(element: Element | undefined): void {
  element?.dispatchEvent(new Event('change', { bubbles: true }));
}

// React compares with the last value it tracked, so the tracker gets another value first.

function replayCheck(field: HTMLInputElement, checked: boolean): void {
  if (field.type === 'radio' && !checked) return;
  field.checked = !checked;
  field.click();
}

function replayText(field: Field, value: string): void {
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
