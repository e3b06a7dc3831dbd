type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a visitor did before the page was hydrated. */
interface EarlyInput {
  /** The fields that were changed, in this order, and what then stood in them. */
  readonly fields: Map<Field, { readonly value: string; readonly checked: boolean }>;
  /** The last button that was pressed, or form that was sent: of several nothing came, so one is meant. */
  act?: { readonly target: Element; readonly run: () => void };
  readonly stop: () => void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput | undefined;
  }
}

/** Runs before anything else on the page; it stands on its own, since it reaches the browser as text. */
function startRecording(): void {
  const fields: EarlyInput['fields'] = new Map();
  const onInput = (event: Event) => {
    const { value, checked } = event.target as HTMLInputElement;
    fields.set(event.target as Field, { value, checked });
  };
  const onClick = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button || (button.type === 'submit' && button.form)) return;
    const { detail } = event;
    const run = () => button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
    early.act = { target: button, run };
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    early.act = { target: form, run: () => form.requestSubmit(event.submitter) };
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
 * The script that makes what a visitor types and presses wait until the page is hydrated. Links, and forms that have an address, work without
 * scripts and need not wait.
 */
export const recordEarlyInput = () => `(${startRecording.toString()})()`;

/**
 * Does on the hydrated page what the visitor did before: tells React what stands in the fields, and presses what was pressed. Not within an
 * effect, in which React can hydrate nothing.
 */
export function replayEarlyInput(): void {
  const { earlyInput } = window;
  if (!earlyInput) return;
  window.earlyInput = undefined;
  const { fields, act, stop } = earlyInput;
  stop();
  for (const target of [...fields.keys(), act?.target]) replayInto(target);
  // Once what was hydrated just now listens to its fields as well.
  setTimeout(() => {
    for (const [field, { value, checked }] of fields) {
      if (field.type === 'checkbox' || field.type === 'radio') replayCheck(field as HTMLInputElement, checked);
      else if (field.type !== 'file') replayText(field, value);
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    if (act?.target.isConnected) act.run();
  });
}

/** Makes React hydrate a Suspense boundary at once, by dispatching an event without effect. */
function replayInto(element: Element | undefined): void {
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
