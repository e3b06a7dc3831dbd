import { useCallback, useEffect } from 'react';
import { type Query, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import { type Api, isApiError } from '../../../platform/http/contract.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { sessionQuery } from '../client.ts';
import { currentSession, logIn, logOut } from '../contract.ts';
import type { Session } from '../schema.ts';

/** Joins the open tabs of a browser, so that all of them know the same. */
const CHANNEL = 'recce-session';
/** What they tell each other: the session that began or changed, or the token of the one that ended. */
type News = { readonly began: Session } | { readonly ended: string };

/** Who is signed in. */
export function useUser(api: Api): Session['user'] | null {
  return useQuery(sessionQuery(api)).data?.session?.user ?? null;
}

/** Begins a session, in every tab. Rejects with what the server has against it. */
export function useBeginSession(api: Api): (given: z.input<typeof logIn.input>) => Promise<Session['user']> {
  const take = useTake(api);
  return async (given) => {
    const { session } = await api(logIn, given);
    if (!session) throw new Error('logging in gave no session');
    tellOtherTabs({ began: session });
    await take(session);
    return session.user;
  };
}

/** Ends the session and goes home, in every tab and whatever the server says. */
export function useEndSession(api: Api): () => Promise<void> {
  const leave = useLeave(api);
  const toast = useToast();
  return async () => {
    const told = api(logOut, {}).catch((error: unknown) => {
      // That the session had ended already is what was asked for.
      if (isApiError(error) && error.errorType === 'UNAUTHENTICATED') return;
      toast({ kind: 'bad', text: NOT_ENDED, delay: 10_000 });
    });
    await leave();
    await told;
  };
}

const NOT_ENDED = 'We could not reach the site to log you out. Please log out once more when you are connected.';

/** Follows what other tabs do to the session, and what became of it while this page was not looked at. */
export function useSharedSession(api: Api): void {
  const take = useTake(api);
  const leave = useLeave(api);
  const queryClient = useQueryClient();
  useEffect(() => {
    const known = () => knownSession(api, queryClient);
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data: news }: MessageEvent<News>) => {
      if ('began' in news) void take(news.began);
      else if (news.ended === known()?.token) void leave();
    };
    const check = async () => {
      const before = known();
      if (!before || document.hidden) return;
      const { session } = await api(currentSession, {});
      if (!session && before.token === known()?.token) await leave();
    };
    const onShow = () => void check().catch(() => {});
    const onComeBack = ({ persisted }: PageTransitionEvent) => persisted && onShow();
    document.addEventListener('visibilitychange', onShow);
    addEventListener('pageshow', onComeBack);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', onShow);
      removeEventListener('pageshow', onComeBack);
    };
  }, [api, queryClient, take, leave]);
}

/** Asks anew who is signed in, for what an act has changed of it. */
export function useRefreshSession(api: Api): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const { session } = await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 });
    if (session) tellOtherTabs({ began: session });
  }, [api, queryClient]);
}

function tellOtherTabs(news: News): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this site alone
  channel.postMessage(news);
  channel.close();
}

/** The session that this tab knows of, if any. */
export function knownSession(api: Api, queryClient: QueryClient): Session | null {
  return queryClient.getQueryData(sessionQuery(api).queryKey)?.session ?? null;
}

/** Keeps a session that has begun; what is open is loaded anew, as whoever it is may see it. */
function useTake(api: Api): (session: Session) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (session) => {
      const before = knownSession(api, queryClient);
      queryClient.setQueryData(sessionQuery(api).queryKey, { session });
      if (before?.token === session.token) return;
      if (before && before.user.id !== session.user.id) void queryClient.resetQueries({ predicate: isPersonal });
      else void queryClient.invalidateQueries({ predicate: isPersonal });
      await router.invalidate();
    },
    [api, queryClient, router],
  );
}

function useLeave(api: Api): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(() => leave(api, queryClient, () => router.navigate({ to: '/' })), [api, queryClient, router]);
}

/** Forgets the session and all that it was allowed to see, in every tab, and goes home. */
export async function leave(api: Api, queryClient: QueryClient, goHome: () => Promise<void>): Promise<void> {
  const ended = knownSession(api, queryClient);
  queryClient.setQueryData(sessionQuery(api).queryKey, { session: null });
  if (ended) tellOtherTabs({ ended: ended.token });
  await goHome();
  if (!ended) return;
  queryClient.removeQueries({ type: 'inactive', predicate: isPersonal });
  void queryClient.resetQueries({ predicate: isPersonal });
}

/** What everybody is answered the same, by the first part of its key. */
const SAME_FOR_ALL: ReadonlySet<unknown> = new Set(['site', 'menu', 'footer', 'pages', 'search', 'locations']);

function isPersonal({ queryKey: [first] }: Query): boolean {
  return first !== 'session' && !SAME_FOR_ALL.has(first);
}
