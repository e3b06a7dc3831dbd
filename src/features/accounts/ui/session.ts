import { useCallback, useEffect } from 'react';
import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { removeCached } from '../../../platform/http/remove-cached.ts';
import { deleteItems } from '../../../ui/browser-storage.ts';
import { runLeaveGuards } from '../../../ui/leave-guard.ts';
import { deleteListQueries } from '../../../ui/table/saved-list-query.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { sessionQuery } from '../client.ts';
import { currentSession, logOut } from '../contract.ts';
import type { Session } from '../schema.ts';
import { clearEnded, isMarkedEnded, markEnded } from './deferred-logout.ts';
import { LOG_OUT_UNCONFIRMED } from '../messages.ts';

/** Name of the broadcast channel between tabs. */
const CHANNEL = 'recce-session';
/** Message between tabs: the session that was created or changed, or the token of the one that ended. */
type SessionMessage = { readonly started: Session } | { readonly ended: string };

/** Returns the signed-in user, or null. */
export function useUser(api: Api): Session['user'] | null {
  return useQuery(sessionQuery(api)).data?.session?.user ?? null;
}

/** Returns a function that makes a new session that of all tabs. */
export function useStartSession(api: Api): (session: Session) => Promise<void> {
  const apply = useApplySession(api);
  return async (session) => {
    notifyOtherTabs({ started: session });
    await apply(session);
  };
}

/**
 * Returns a function that logs out in all tabs and opens the home page, even if the call fails. Asks for confirmation if there are
 * unsaved changes. The `ended-session` cookie disables the session until the next request ends it.
 */
export function useEndSession(api: Api): () => void {
  const leaveSite = useLeaveSession(api);
  const queryClient = useQueryClient();
  const toast = useToast();
  const end = async () => {
    const session = getKnownSession(api, queryClient);
    if (!session) return;
    markEnded(session.id);
    const loggedOut = api(logOut, {}).then(clearEnded, () =>
      toast({ kind: 'error', text: LOG_OUT_UNCONFIRMED, delay: 10_000 }),
    );
    await leaveSite('logged-out');
    await loggedOut;
  };
  return () => runLeaveGuards(() => void end());
}

/** Synchronises the session with other tabs, and checks it when the page becomes visible again. */
export function useSharedSession(api: Api): void {
  const apply = useApplySession(api);
  const leave = useLeaveSession(api);
  const queryClient = useQueryClient();
  useEffect(() => {
    const getSession = () => getKnownSession(api, queryClient);
    // Data of a session that ended while no page was open.
    if (!getSession()) deleteListQueries();
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data: message }: MessageEvent<SessionMessage>) => {
      if ('started' in message) void apply(message.started);
      else if (message.ended === getSession()?.token) void leave('logged-out');
    };
    const check = async () => {
      const before = getSession();
      if (!before || document.hidden) return;
      if (isMarkedEnded(before.id)) return leave('logged-out');
      const { session } = await api(currentSession, {});
      if (!session && before.token === getSession()?.token) await leave('expired');
    };
    const onShow = () => void check().catch(() => {});
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && onShow();
    document.addEventListener('visibilitychange', onShow);
    addEventListener('pageshow', onPageShow);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', onShow);
      removeEventListener('pageshow', onPageShow);
    };
  }, [api, queryClient, apply, leave]);
}

/** Returns a function that fetches the session again, after a command that changed it. */
export function useRefreshSession(api: Api): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const { session } = await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 });
    if (session) notifyOtherTabs({ started: session });
  }, [api, queryClient]);
}

function notifyOtherTabs(message: SessionMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is limited to this origin
  channel.postMessage(message);
  channel.close();
}

/** Returns the cached session, or null. */
export function getKnownSession(api: Api, queryClient: QueryClient): Session | null {
  return queryClient.getQueryData(sessionQuery(api).queryKey)?.session ?? null;
}

/** Returns a function that caches a new session and reloads the open page with its permissions. */
function useApplySession(api: Api): (session: Session) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (session) => {
      const before = getKnownSession(api, queryClient);
      queryClient.setQueryData(sessionQuery(api).queryKey, { session });
      if (before?.token === session.token) return;
      if (before && before.user.id !== session.user.id) {
        deleteListQueries();
        resetPersonalQueries(queryClient);
      } else void queryClient.invalidateQueries({ predicate: isPersonalQuery });
      await router.invalidate();
    },
    [api, queryClient, router],
  );
}

/** Returns a function that forgets the session, which the server has ended already, in all tabs, and opens the home page. */
export function useLeaveSession(api: Api): (reason: EndReason) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(
    (reason) => leaveSession(api, queryClient, (href, options) => router.navigate({ href, ...options }), reason),
    [api, queryClient, router],
  );
}

/** Navigates to a path of the site. */
export type Navigate = (href: string, options?: { readonly ignoreBlocker: boolean }) => Promise<void>;
type EndReason = 'logged-out' | 'expired';

const listeners = new Set<(reason: EndReason, href: string) => void>();

/** Subscribes to the end of the session, called with the URL path at that moment. Returns the function that unsubscribes. */
export function onSessionEnd(listener: (reason: EndReason, href: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Deletes the session and its cached data in all tabs and opens the home page. Closes all dialogs and skips warnings about unsaved
 * changes, as they can no longer be saved.
 */
export async function leaveSession(api: Api, queryClient: QueryClient, go: Navigate, reason: EndReason): Promise<void> {
  const ended = getKnownSession(api, queryClient);
  queryClient.setQueryData(sessionQuery(api).queryKey, { session: null });
  const { pathname, search, hash } = location;
  if (ended) {
    notifyOtherTabs({ ended: ended.token });
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
    for (const listener of listeners) listener(reason, pathname + search + hash);
    deleteVisitData();
    // A call that was rejected with the session never settles, and the next change of its scope would wait for it.
    queryClient.getMutationCache().clear();
  }
  await go('/', { ignoreBlocker: true });
  if (!ended) return;
  // Again, because the page that was left may have saved its state.
  deleteVisitData();
  resetPersonalQueries(queryClient);
}

/** Deletes saved list queries and session storage. Unsent text stays, under the id of its user. */
function deleteVisitData(): void {
  deleteListQueries();
  deleteItems('sessionStorage', '');
}

/** Queries whose result does not depend on the user, by the first element of their key. */
const PUBLIC_QUERIES: ReadonlySet<unknown> = new Set(['site', 'menu', 'footer', 'pages', 'search', 'locations']);

function resetPersonalQueries(queryClient: QueryClient): void {
  removeCached(queryClient, { type: 'inactive', predicate: isPersonalQuery });
  void queryClient.resetQueries({ type: 'active', predicate: isPersonalQuery });
}

function isPersonalQuery({ queryKey: [first] }: Query): boolean {
  return first !== 'session' && !PUBLIC_QUERIES.has(first);
}
