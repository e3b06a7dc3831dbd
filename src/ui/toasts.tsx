import { type ReactNode, createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { Check, CircleAlert, X } from './icons.tsx';
import './toast.css';

const DEFAULT_DELAY = 5_000;

export interface Toast {
  readonly text: string;
  readonly kind?: 'good' | 'bad';
  /** Milliseconds until it hides by itself. */
  readonly delay?: number;
  /** What can be done about it, such as undoing it. Whoever works by keyboard is taken to its button. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Shows a toast, top right. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

/** Holds the toasts. They wait while the pointer or the focus is on them. */
export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly (Toast & { id: number })[]>([]);
  const next = useRef(0);
  const add = useCallback((toast: Toast) => setShown((all) => [...all, { ...toast, id: next.current++ }]), []);
  const remove = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), []);
  return (
    <ToastContext value={add}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {shown.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onHide={() => remove(toast.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastItem({ toast, onHide }: { toast: Toast; onHide: () => void }) {
  const { action } = toast;
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const returnFocus = useBorrowedFocus(box, action !== undefined);
  const stop = () => clearTimeout(timer.current);
  const startTimer = () => {
    stop();
    timer.current = setTimeout(onHide, toast.delay ?? DEFAULT_DELAY);
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
  const Icon = toast.kind === 'bad' ? CircleAlert : Check;
  return (
    // Escape is a second way to what the last button does.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      className={`toast ${toast.kind === 'bad' ? 'toast--bad' : ''}`}
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

/** Takes the focus from whoever works by keyboard to the first button of a box; the returned function gives it back. */
function useBorrowedFocus(box: React.RefObject<HTMLElement | null>, isWanted: boolean): () => void {
  const previousFocus = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (!isWanted || !(activeElement instanceof HTMLElement) || !activeElement.matches(':focus-visible')) return;
    previousFocus.current = activeElement;
    box.current?.querySelector('button')?.focus();
  }, [box, isWanted]);
  return () => previousFocus.current?.isConnected && previousFocus.current.focus();
}
