import { type ReactNode, createContext, useCallback, useContext, useState } from 'react';
import { useHydrated, useLocation, useNavigate } from '@tanstack/react-router';
import { Dialog } from '../../../ui/Dialog.tsx';
import { asksToLogIn } from '../policy.ts';

const LogInContext = createContext<() => void>(() => undefined);

/** Opens the log-in modal. */
export function useLogIn(): () => void {
  return useContext(LogInContext);
}

export function LogInProvider({ mailbox, children }: { mailbox: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  // The server knows no fragment, so the page comes alive without the modal.
  const alive = useHydrated();
  const asked = useLocation({ select: ({ hash }) => asksToLogIn(hash) }) && alive;
  const navigate = useNavigate();
  const close = () => {
    setOpen(false);
    const { pathname, search } = location;
    if (asked) void navigate({ href: pathname + search, replace: true, resetScroll: false });
  };
  return (
    <LogInContext value={show}>
      {children}
      <Dialog open={open || asked} onClose={close} title="Log In" shape="large">
        <div className="dialog__body">
          <p>
            To keep boards, or to look after your own locations. Accounts are not open yet; until they are, write to{' '}
            <a className="link" href={`mailto:${mailbox}`}>
              {mailbox}
            </a>
            .
          </p>
        </div>
      </Dialog>
    </LogInContext>
  );
}

export function LogIn() {
  const open = useLogIn();
  return (
    <button type="button" aria-haspopup="dialog" onClick={open}>
      Log In
    </button>
  );
}
