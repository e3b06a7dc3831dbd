import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { pageRequest } from '../request-context.ts';

const ID = 'answers';

/** The results of the server's queries, as data in the page. */
export function DehydratedQueries() {
  const { queryClient } = useRouteContext({ from: '__root__' });
  // In the browser the script is there already, and React leaves it as it is.
  return (
    <script
      id={ID}
      type="application/json"
      dangerouslySetInnerHTML={{ __html: dehydrateQueries(queryClient) }}
      suppressHydrationWarning
    />
  );
}

function dehydrateQueries(queryClient: QueryClient): string {
  if (!pageRequest()) return '';
  const answers = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.status === 'success' ? [[queryKey, state.data]] : []));
  // `</script>` in a text must not end the script.
  return JSON.stringify(answers).replaceAll('<', '\\u003c');
}

/** Moves what the page brought to the Query cache of the browser, where it is forgotten when whoever it is for logs out. */
export function hydrateQueries(queryClient: QueryClient): void {
  if (typeof document === 'undefined') return;
  const script = document.getElementById(ID);
  const text = script?.textContent;
  if (!text) return;
  script.textContent = '';
  for (const [key, data] of JSON.parse(text) as [QueryKey, unknown][]) queryClient.setQueryData(key, data);
}
