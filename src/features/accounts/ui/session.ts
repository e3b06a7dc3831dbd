import { useCallback, useEffect } from 'react';
import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { deleteItems } from '../../../ui/browser-storage.ts';
import { runLeaveGuards } from '../../../ui/leave-guard.ts';
import { deleteListQueries } from '../../../ui/table/saved-list-query.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { sessionQuery } from '../client.ts';
import { currentSession, logIn, logOut } from '../contract.ts';
import type { Session } from '../schema.ts';
import { clearEnded, isMarkedEnded, markEnded } from './ended-session.ts';
import { LOG_OUT_UNCONFIRMED } from '../messages.ts';

/** Joins the open tabs of a browser, so that all of them know the same. */
const CHANNEL = 'recce-session';
/** What they tell each other: the session that began or changed, or the token of the one that ended. */
type SessionNews = { readonly began: Session } | { readonly ended: string };

/** Who is signed in. */
export function useUser(api: Api): Session['user'] | null {
  return useQuery(sessionQuery(api)).data?.session?.user ?? null;
}

/** Begins a session, in every tab. Rejects with what the server has against it. */
export function useBeginSession(api: Api): (given: z.input<typeof logIn.input>) => Promise<Session['user']> {
  const take = useAdoptSession(api);
  return async (given) => {
    const { session } = await api(logIn, given);
    if (!session) throw new Error('logging in gave no session');
    notifyOtherTabs({ began: session });
    await take(session);
    return session.user;
  };
}

/**
 * Logs out in every tab and goes home, even if the call fails; asks first where changes are unsaved. The `ended-session` cookie stops
 * the site from using the session until the next request ends it.
 */
export function useEndSession(api: Api): () => void {
  const leaveSite = useLeaveSession(api);
  const queryClient = useQueryClient();
  const toast = useToast();
  const end = async () => {
    const session = getKnownSession(api, queryClient);
    if (!session) return;
    markEnded(session.id);
    const getErrors = api(logOut, {}).then(clearEnded, () =>
      toast({ kind: 'bad', text: LOG_OUT_UNCONFIRMED, delay: 10_000 }),
    );
    await leaveSite('as asked');
    await getErrors;
  };
  return () => runLeaveGuards(() => void end());
}

/** Follows what other tabs do to the session, and what became of it while this page was not looked at. */
export function useSharedSession(api: Api): void {
  const take = useAdoptSession(api);
  const leave = useLeaveSession(api);
  const queryClient = useQueryClient();
  useEffect(() => {
    const known = () => getKnownSession(api, queryClient);
    // What somebody has left whose session ended while no page was open.
    if (!known()) deleteListQueries();
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data: news }: MessageEvent<SessionNews>) => {
      if ('began' in news) void take(news.began);
      else if (news.ended === known()?.token) void leave('as asked');
    };
    const check = async () => {
      const before = known();
      if (!before || document.hidden) return;
      if (isMarkedEnded(before.id)) return leave('as asked');
      const { session } = await api(currentSession, {});
      if (!session && before.token === known()?.token) await leave('by itself');
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
  }, [api, queryClient, take, leave]);
}

/** Asks anew who is signed in, for what an act has changed of it. */
export function useRefreshSession(api: Api): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const { session } = await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 });
    if (session) notifyOtherTabs({ began: session });
  }, [api, queryClient]);
}

function notifyOtherTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this site alone
  channel.postMessage(news);
  channel.close();
}

/** The session that this tab knows of, if any. */
export function getKnownSession(api: Api, queryClient: QueryClient): Session | null {
  return queryClient.getQueryData(sessionQuery(api).queryKey)?.session ?? null;
}

/** Keeps a session that has begun; what is open is loaded anew, as whoever it is may see it. */
function useAdoptSession(api: Api): (session: Session) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (session) => {
      const before = getKnownSession(api, queryClient);
      queryClient.setQueryData(sessionQuery(api).queryKey, { session });
      if (before?.token === session.token) return;
      if (before && before.user.id !== session.user.id) {
        deleteListQueries();
        void queryClient.resetQueries({ predicate: isPersonalQuery });
      } else void queryClient.invalidateQueries({ predicate: isPersonalQuery });
      await router.invalidate();
    },
    [api, queryClient, router],
  );
}

function useLeaveSession(api: Api): (how: SessionEnding) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(
    (how) => leaveSession(api, queryClient, (href, options) => router.navigate({ href, ...options }), how),
    [api, queryClient, router],
  );
}

/** Goes to an address of the site. */
export type Go = (href: string, options?: { readonly ignoreBlocker: boolean }) => Promise<void>;
/** Whether somebody has logged out, or was. */
type SessionEnding = 'as asked' | 'by itself';

const listeners = new Set<(how: SessionEnding, href: string) => void>();

/** Subscribes to the end of the session, called with the address at that moment. Returns the function that unsubscribes. */
export function onSessionEnd(listener: (how: SessionEnding, href: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Forgets the session and all that it was allowed to see, in every tab, and goes home. Nothing can be saved any more, so nothing asks
 * whether it should be, and no dialog stays open.
 */
export async function leaveSession(api: Api, queryClient: QueryClient, go: Go, how: SessionEnding): Promise<void> {
  const ended = getKnownSession(api, queryClient);
  queryClient.setQueryData(sessionQuery(api).queryKey, { session: null });
  const { pathname, search, hash } = location;
  if (ended) {
    notifyOtherTabs({ ended: ended.token });
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
    for (const listener of listeners) listener(how, pathname + search + hash);
    deleteVisitData();
  }
  await go('/', { ignoreBlocker: true });
  if (!ended) return;
  // Once more, as the page that was left may have noted where.
  deleteVisitData();
  queryClient.removeQueries({ type: 'inactive', predicate: isPersonalQuery });
  void queryClient.resetQueries({ predicate: isPersonalQuery });
}

/** Clears what this browser remembers of where somebody was. What they typed and could not send stays for them alone. */
function deleteVisitData(): void {
  deleteListQueries();
  deleteItems('sessionStorage', '');
}

/** What everybody is answered the same, by the first part of its key. */
const PUBLIC_QUERIES: ReadonlySet<unknown> = new Set(['site', 'menu', 'footer', 'pages', 'search', 'locations']);

function isPersonalQuery({ queryKey: [first] }: Query): boolean {
  return first !== 'session' && !PUBLIC_QUERIES.has(first);
}
