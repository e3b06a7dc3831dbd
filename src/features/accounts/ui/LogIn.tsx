import { type ReactNode, createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { ROLES } from '../permissions.ts';
import { type LogInIntent, parseLogInHash, logInHash } from '../policy.ts';
import type { logInForm } from '../schema.ts';
import type LogInForms from './LogInForms.tsx';
import picture from './log-in.webp?no-inline';
import { onSessionEnd, useBeginSession, useSharedSession } from './session.ts';
import { OFFLINE_AT_LOAD } from '../../../platform/messages.ts';
import './log-in.css';

/** Of the link that takes the place of the button 'Log In'. */
export const PROFILE_LINK_ID = 'profile-link';
/** Where people go who log in by a way that leads to their own page. */
export const OWN_PAGE = 'own page';

const SESSION_ENDED = 'Your session has ended. Log in again to go on where you were.';

const LogInContext = createContext<(aim: LogInIntent) => void>(() => undefined);

/**
 * Opens the log-in modal. Whoever logs in stays on the page.
 * @param then OWN_PAGE leads on to their own page
 */
export function useLogIn(then?: typeof OWN_PAGE): () => void {
  const open = useContext(LogInContext);
  return useCallback(() => open({ tab: 'log-in', ...(then && { href: then }) }), [open, then]);
}

/** Holds the log-in modal, which buttons and fragments of the address open, and keeps the session the same in all tabs. */
export function LogInProvider({ api, children }: { api: Api; children: ReactNode }) {
  const router = useRouter();
  const beginSession = useBeginSession(api);
  const toast = useToast();
  useSharedSession(api);
  useEffect(
    () =>
      onSessionEnd((how, href) => {
        if (how === 'as asked') return;
        const run = () => void router.navigate({ to: '/', hash: logInHash(href) });
        toast({ kind: 'bad', text: SESSION_ENDED, action: { label: 'Log In', run }, delay: 60_000 });
      }),
    [router, toast],
  );
  const { aim, setAim, close } = useLogInIntent();

  const logIn = async (given: z.output<typeof logInForm>) => {
    const user = await beginSession(given);
    const href = aim?.href === OWN_PAGE ? ROLES[user.role].home : aim?.href;
    close();
    toast({ text: `You are logged in as ${user.first_name} ${user.last_name}.` });
    if (!user.verified) await router.navigate({ to: '/email-not-verified' });
    else if (href !== undefined) await router.navigate({ href });
    else restoreFocus();
  };
  return (
    <LogInContext value={setAim}>
      {children}
      <Dialog
        open={aim !== undefined}
        onClose={close}
        title={aim?.tab === 'register' ? 'Register' : 'Log In'}
        shape="large"
        picture={<CausewayLine />}
      >
        {aim && <LogInDialogForms api={api} aim={aim} onAim={setAim} logIn={logIn} />}
      </Dialog>
    </LogInContext>
  );
}

/** What the modal is open for, if it is: by a button, or by the address, whose fragment goes when it is closed. */
function useLogInIntent() {
  const router = useRouter();
  const { hash, pathname } = useLocation({ select: ({ hash, pathname }) => ({ hash, pathname }) });
  const currentHref = `${pathname}#${hash}`;
  // The server knows no fragment, so the page comes alive without the modal.
  const isHydrated = useHydrated();
  const fromHash = isHydrated ? parseLogInHash(hash) : undefined;
  const [overridden, setOverridden] = useState<{ readonly currentHref: string; readonly aim: LogInIntent }>();
  const setAim = useCallback((aim: LogInIntent) => setOverridden({ currentHref, aim }), [currentHref]);
  const close = () => {
    setOverridden(undefined);
    const { pathname: path, search } = location;
    if (fromHash) void router.navigate({ href: path + search, replace: true, resetScroll: false });
  };
  return { aim: overridden?.currentHref === currentHref ? overridden.aim : fromHash, setAim, close };
}

/** The button that opened the modal may be gone: the link in its place takes its focus. */
function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(PROFILE_LINK_ID)?.focus();
  });
}

type LoadedForms = typeof LogInForms;

/** The forms, which are loaded when they are first wanted. */
function LogInDialogForms(props: Parameters<LoadedForms>[0]) {
  const [loaded, setLoaded] = useState<LoadedForms | 'failed'>();
  useEffect(() => {
    import('./LogInForms.tsx').then(
      (module) => setLoaded(() => module.default),
      () => setLoaded('failed'),
    );
  }, []);
  if (loaded === undefined) return <div className="dialog__body log-in log-in--loading" aria-busy />;
  if (loaded === 'failed') {
    return (
      <div className="dialog__body log-in">
        <ErrorAlert message={OFFLINE_AT_LOAD} />
      </div>
    );
  }
  const Loaded = loaded;
  return (
    <div className="dialog__body log-in">
      <Loaded {...props} />
    </div>
  );
}

function CausewayLine() {
  return (
    <figure className="log-in__picture">
      <img src={picture} alt="" width="1040" height="1300" loading="lazy" />
      <figcaption>A lighthouse at the end of a stone causeway. Photograph: William Bout</figcaption>
    </figure>
  );
}
