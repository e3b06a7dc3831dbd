import { useCallback, useEffect } from 'react';
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import { type Api, isApiError } from '../../../platform/http/contract.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { sessionQuery } from '../client.ts';
import { currentSession, logIn, logOut } from '../contract.ts';
import type { Session } from '../schema.ts';

/** Joins the open tabs of a browser, so that all of them know the same. */
const CHANNEL = 'recce-session';

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
    await take(session);
    tellOtherTabs(session);
    return session.user;
  };
}

/** Ends the session and goes home, in every tab and whatever the server says. */
export function useEndSession(api: Api): () => Promise<void> {
  const leave = useLeave(api);
  const toast = useToast();
  return async () => {
    await api(logOut, {}).catch((error: unknown) => {
      // That the session had ended already is what was asked for.
      if (isApiError(error) && error.errorType === 'UNAUTHENTICATED') return;
      toast({ kind: 'bad', text: NOT_ENDED, delay: 10_000 });
    });
    tellOtherTabs(null);
    await leave();
  };
}

const NOT_ENDED = 'We could not reach the site to log you out. Please log out once more when you are connected.';

/** Follows what other tabs do to the session, and what became of it while this page was set aside. */
export function useSharedSession(api: Api): void {
  const take = useTake(api);
  const leave = useLeave(api);
  const queryClient = useQueryClient();
  useEffect(() => {
    const follow = (session: Session | null) => void (session ? take(session) : leave());
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<Session | null>) => follow(data);
    const comeBack = async ({ persisted }: PageTransitionEvent) => {
      const known = queryClient.getQueryData(sessionQuery(api).queryKey)?.session;
      if (!persisted || !known) return;
      const { session } = await api(currentSession, {});
      if (!session) follow(null);
    };
    const onShow = (event: PageTransitionEvent) => void comeBack(event).catch(() => {});
    addEventListener('pageshow', onShow);
    return () => {
      channel.close();
      removeEventListener('pageshow', onShow);
    };
  }, [api, queryClient, take, leave]);
}

/** Asks anew who is signed in, for what an act has changed of it. */
export function useRefreshSession(api: Api): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    const { session } = await queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 });
    if (session) tellOtherTabs(session);
  }, [api, queryClient]);
}

function tellOtherTabs(session: Session | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this site alone
  channel.postMessage(session);
  channel.close();
}

/** Keeps a session that has begun; what is open is loaded anew, as whoever it is may see it. */
function useTake(api: Api): (session: Session) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (session) => {
      queryClient.setQueryData(sessionQuery(api).queryKey, { session });
      void queryClient.invalidateQueries({ predicate: isNotSession });
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

/** Forgets the session and all that it was allowed to see, and goes home. */
export async function leave(api: Api, queryClient: QueryClient, goHome: () => Promise<void>): Promise<void> {
  queryClient.setQueryData(sessionQuery(api).queryKey, { session: null });
  await goHome();
  queryClient.removeQueries({ type: 'inactive', predicate: isNotSession });
  void queryClient.invalidateQueries({ predicate: isNotSession });
}

function isNotSession({ queryKey }: { queryKey: QueryKey }): boolean {
  return queryKey[0] !== 'session';
}
