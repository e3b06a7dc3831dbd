import { type ReactNode, createContext, useCallback, useContext, useEffect, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';

const LogInContext = createContext<() => void>(() => undefined);

/** Opens the log-in modal. */
export function useLogIn(): () => void {
  return useContext(LogInContext);
}

export function LogInProvider({ mailbox, children }: { mailbox: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);
  useEffect(() => {
    const openAsAsked = () => isAskedFor() && setOpen(true);
    openAsAsked();
    addEventListener('hashchange', openAsAsked);
    return () => removeEventListener('hashchange', openAsAsked);
  }, []);
  const close = () => {
    setOpen(false);
    if (isAskedFor()) history.replaceState(history.state, '', location.pathname + location.search);
  };
  return (
    <LogInContext value={show}>
      {children}
      <Dialog open={open} onClose={close} title="Log In" shape="large">
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

/** Content links to #register-scout and #register-owner, from any page. */
function isAskedFor(): boolean {
  return location.hash.startsWith('#register-');
}

export function LogIn() {
  const open = useLogIn();
  return (
    <button type="button" aria-haspopup="dialog" onClick={open}>
      Log In
    </button>
  );
}
