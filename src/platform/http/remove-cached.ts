import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Removes cached responses, which loaders of pages would use however old they are. A request that is in flight starts again: a loader that
 * waits for it gets the new response, while removing its query would make it fail.
 */
export function removeCached(client: QueryClient, filters: QueryFilters): void {
  const cache = client.getQueryCache();
  for (const query of cache.findAll(filters)) {
    if (query.state.fetchStatus === 'idle') cache.remove(query);
    else {
      void query.cancel({ silent: true });
      void query.fetch().catch(() => {});
    }
  }
}
