import { type ReactNode, createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Check, CircleAlert, X } from './icons.tsx';
import './toast.css';

const DEFAULT_DELAY_MS = 5_000;

interface Toast {
  readonly text: string;
  readonly kind?: 'success' | 'error';
  /** Milliseconds until it hides. */
  readonly delay?: number;
  /** A follow-up action, such as undo. If the user works with the keyboard its button gets the focus. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Returns a function that shows a toast, top right. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

/** Renders the toasts. They do not hide while the pointer or the focus is on them. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly (Toast & { id: number })[]>([]);
  const next = useRef(0);
  const add = useCallback((toast: Toast) => setShown((all) => [...all, { ...toast, id: next.current++ }]), []);
  const remove = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={add}>
      {children}
      <div className="toasts" role="status" aria-live="polite" ref={useClearOfFocus(shown.length)}>
        {shown.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onHide={() => remove(toast.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

/** Returns a ref to the toasts, which go to the bottom, and back, when they cover the focused element. */
function useClearOfFocus(count: number): React.RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const toasts = box.current!;
    if (!count) toasts.className = 'toasts';
    const check = () => {
      const focused = document.activeElement!;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const shown = document.elementFromPoint(left + width / 2, top + height / 2);
      if (toasts.contains(shown) && !toasts.contains(focused)) toasts.classList.toggle('toasts--low');
    };
    // Browsers scroll to the focused element after the event.
    const checkLater = () => void requestAnimationFrame(check);
    checkLater();
    document.addEventListener('focusin', checkLater);
    return () => document.removeEventListener('focusin', checkLater);
  }, [count]);
  return box;
}

function ToastItem({ toast, onHide }: { toast: Toast; onHide: () => void }) {
  const { action } = toast;
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const returnFocus = useTemporaryFocus(box, action !== undefined);
  const stop = () => clearTimeout(timer.current);
  const startTimer = () => {
    stop();
    timer.current = setTimeout(onHide, toast.delay ?? DEFAULT_DELAY_MS);
  };
  const hide = () => {
    returnFocus();
    onHide();
  };
  const start = useRef(startTimer);
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) start.current();
    return () => clearTimeout(timer.current);
  }, []);
  const Icon = toast.kind === 'error' ? CircleAlert : Check;
  return (
    // Escape does the same as the Hide button.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className={`toast ${toast.kind === 'error' ? 'toast--error' : ''}`}
      onPointerEnter={stop}
      onPointerLeave={startTimer}
      onFocus={stop}
      onBlur={startTimer}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      <Icon />
      <span>{toast.text}</span>
      {action && (
        <button
          type="button"
          className="toast__action"
          onClick={() => {
            hide();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label="Hide" onClick={hide}>
        <X />
      </button>
    </div>
  );
}

/** Moves the focus to the first button of a box if the user works with the keyboard. Returns a function that restores the focus. */
function useTemporaryFocus(box: React.RefObject<HTMLElement | null>, isWanted: boolean): () => void {
  const previousFocus = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!isWanted || !(activeElement instanceof HTMLElement) || !activeElement.matches(':focus-visible')) return;
    previousFocus.current = activeElement;
    box.current?.querySelector('button')?.focus();
  }, [box, isWanted]);
  return () => previousFocus.current?.isConnected && previousFocus.current.focus();
}
