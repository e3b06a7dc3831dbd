import type { QueryClient } from '@tanstack/react-query';

/** First element of the query keys of everything that belongs to a working copy; removed when the user logs out. */
export const OWN_KEY = 'own-locations';

/** Query key of the lists of somebody's own locations. */
export const OWN_LISTS = [OWN_KEY, 'list'] as const;

/** Invalidates every query about one location, except those below the key `known`, which are up to date. */
export function refetchUnless(client: QueryClient, id: string, known?: readonly unknown[]): Promise<void> {
  const isKnown = (key: readonly unknown[]) => known !== undefined && known.every((part, n) => key[n] === part);
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(id) && !isKnown(queryKey) });
}
