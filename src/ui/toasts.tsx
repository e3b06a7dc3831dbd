import { type ReactNode, createContext, useCallback, useContext, useRef, useState } from 'react';
import { Check, CircleAlert, X } from './icons.tsx';
import './toast.css';

const DEFAULT_DELAY = 5_000;

export interface Toast {
  readonly text: string;
  readonly kind?: 'good' | 'bad';
  /** Milliseconds until it hides by itself. */
  readonly delay?: number;
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
          <OneToast key={toast.id} toast={toast} onHide={() => remove(toast.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function OneToast({ toast, onHide }: { toast: Toast; onHide: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  const run = () => {
    stop();
    timer.current = setTimeout(onHide, toast.delay ?? DEFAULT_DELAY);
  };
  const Icon = toast.kind === 'bad' ? CircleAlert : Check;
  return (
    <div
      ref={(element) => {
        if (element) run();
        return stop;
      }}
      className={`toast ${toast.kind === 'bad' ? 'toast--bad' : ''}`}
      onPointerEnter={stop}
      onPointerLeave={run}
      onFocus={stop}
      onBlur={run}
    >
      <Icon />
      {toast.text}
      <button type="button" className="icon-button" aria-label="Hide" onClick={onHide}>
        <X />
      </button>
    </div>
  );
}
