import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { getPageRequest } from '../request-context.ts';

const SCRIPT_ID = 'dehydrated-queries';

/** A script element with the results of the server's queries as JSON. */
export function DehydratedQueries() {
  const { queryClient } = useRouteContext({ from: '__root__' });
  // In the browser the element exists already, and hydration does not change it.
  return (
    <script
      id={SCRIPT_ID}
      type="application/json"
      dangerouslySetInnerHTML={{ __html: dehydrateQueries(queryClient) }}
      suppressHydrationWarning
    />
  );
}

function dehydrateQueries(queryClient: QueryClient): string {
  if (!getPageRequest()) return '';
  const results = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.status === 'success' ? [[queryKey, state.data]] : []));
  // `</script>` within a string must not end the element.
  return JSON.stringify(results).replaceAll('<', '\\u003c');
}

/** Moves the dehydrated results into the query cache, which is cleared on logout. */
export function hydrateQueries(queryClient: QueryClient): void {
  if (typeof document === 'undefined') return;
  const script = document.getElementById(SCRIPT_ID);
  const text = script?.textContent;
  if (!text) return;
  script.textContent = '';
  for (const [key, data] of JSON.parse(text) as [QueryKey, unknown][]) queryClient.setQueryData(key, data);
}
