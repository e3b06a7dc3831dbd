import {
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { ROLES } from '../permissions.ts';
import { type LogInIntent, OWN_PAGE, parseLogInHash, logInHash } from '../page-access.ts';
import type { SingleSignOnPolicy } from '../sessions/single-sign-on-policy.ts';
import type { Session } from '../schema.ts';
import type LogInForms from './LogInForms.tsx';
import picture from './log-in.webp?no-inline';
import { useEnter } from './enter.ts';
import { onSessionEnd, useSharedSession, useUser } from './session.ts';
import { OFFLINE_AT_LOAD } from '../../../platform/text/common-messages.ts';
import './log-in.css';

/** Element id of the link that replaces the button 'Log In'. */
export const PROFILE_LINK_ID = 'profile-link';
const SESSION_ENDED = 'Your session has ended. Log in again to return to this page.';

const LogInContext = createContext<(intent: LogInIntent) => void>(() => undefined);

/**
 * Returns a function that opens the log-in modal.
 * @param destination OWN_PAGE to open the user's own page after log-in; otherwise the current page stays open
 */
export function useLogIn(destination?: typeof OWN_PAGE): () => void {
  const open = useContext(LogInContext);
  return useCallback(() => open({ tab: 'log-in', ...(destination && { href: destination }) }), [open, destination]);
}

/** Provides the log-in modal, which buttons and URL fragments open, and synchronises the session between tabs. */
export function LogInProvider(props: {
  api: Api;
  siteName: string;
  singleSignOn: SingleSignOnPolicy | null;
  children: ReactNode;
}) {
  const { api, siteName, singleSignOn, children } = props;
  const router = useRouter();
  const enter = useEnter(api);
  const toast = useToast();
  useSharedSession(api);
  useEffect(
    () =>
      onSessionEnd((reason, href) => {
        if (reason === 'logged-out') return;
        const run = () => void router.navigate({ to: '/', hash: logInHash(href) });
        toast({ kind: 'error', text: SESSION_ENDED, action: { label: 'Log In', run }, delay: 60_000 });
      }),
    [router, toast],
  );
  const { intent, setIntent, close } = useLogInIntent();
  const focusProfileLink = useFocusOnProfileLink(useUser(api) !== null && intent === undefined);

  const onLoggedIn = async (session: Session) => {
    const href = intent?.href === OWN_PAGE ? ROLES[session.user.role].home : intent?.href;
    if (!(await enter(session, href, close))) focusProfileLink();
  };
  return (
    <LogInContext value={setIntent}>
      {children}
      <Dialog
        open={intent !== undefined}
        onClose={close}
        title={intent?.tab === 'register' ? 'Register' : 'Log In'}
        shape="large"
        picture={<LogInPicture />}
      >
        {intent && (
          <LogInDialogForms
            api={api}
            siteName={siteName}
            intent={intent}
            singleSignOn={singleSignOn}
            onLoggedIn={onLoggedIn}
            onIntentChange={setIntent}
          />
        )}
      </Dialog>
    </LogInContext>
  );
}

/** State of the modal, set by a button or by the URL fragment. Closing the modal removes the fragment. */
function useLogInIntent() {
  const router = useRouter();
  const { hash, pathname } = useLocation({ select: ({ hash, pathname }) => ({ hash, pathname }) });
  const currentHref = `${pathname}#${hash}`;
  // The server does not get the fragment, so the page hydrates without the modal.
  const isHydrated = useHydrated();
  const fromHash = isHydrated ? parseLogInHash(hash) : undefined;
  const [overridden, setOverridden] = useState<{ readonly currentHref: string; readonly intent: LogInIntent }>();
  const setIntent = useCallback((intent: LogInIntent) => setOverridden({ currentHref, intent }), [currentHref]);
  const close = () => {
    setOverridden(undefined);
    const { pathname: path, search } = location;
    if (fromHash) void router.navigate({ href: path + search, replace: true, resetScroll: false });
  };
  return { intent: overridden?.currentHref === currentHref ? overridden.intent : fromHash, setIntent, close };
}

/**
 * Returns a function that moves the focus to the profile link, which replaces the button that opened the modal, unless closing the modal
 * restores it to another button.
 * @param isReady whether the link is rendered and the modal closed; until then the focus waits
 */
function useFocusOnProfileLink(isReady: boolean): () => void {
  const isWanted = useRef(false);
  const [, render] = useReducer((times: number) => times + 1, 0);
  // A layout effect: it runs after that which closes the modal, and before the user can move the focus on.
  useLayoutEffect(() => {
    if (!isWanted.current || !isReady) return;
    isWanted.current = false;
    if (document.activeElement === document.body) document.getElementById(PROFILE_LINK_ID)?.focus();
  });
  return () => {
    isWanted.current = true;
    render();
  };
}

type LoadedForms = typeof LogInForms;

/** The forms of the modal, loaded when it is first opened. */
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

function LogInPicture() {
  return (
    <figure className="log-in__picture">
      <img src={picture} alt="" width="1040" height="1300" loading="lazy" />
      <figcaption>A lighthouse at the end of a stone causeway. Photograph: William Bout</figcaption>
    </figure>
  );
}
