import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { pageRequest } from './request.ts';

const ID = 'answers';

/**
 * What the server's queries were answered, as data in the page. The answers are JSON already, so they are not read and written
 * once more on their way through the router.
 */
export function Answers() {
  const { queryClient } = useRouteContext({ from: '__root__' });
  // In the browser the script is there already, and React leaves it as it is.
  return (
    <script
      id={ID}
      type="application/json"
      dangerouslySetInnerHTML={{ __html: answersIn(queryClient) }}
      suppressHydrationWarning
    />
  );
}

function answersIn(queryClient: QueryClient): string {
  const textOf = pageRequest()?.textOf;
  if (!textOf) return '';
  const answers = queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) =>
      state.status === 'success' ? `[${textOf(queryKey)},${textOf(state.data)}]` : [],
    );
  return `[${answers.join()}]`;
}

/** Fills the Query cache of the browser with what the page brought. */
export function takeAnswers(queryClient: QueryClient): void {
  if (typeof document === 'undefined') return;
  const text = document.getElementById(ID)?.textContent;
  if (!text) return;
  for (const [key, data] of JSON.parse(text) as [QueryKey, unknown][]) queryClient.setQueryData(key, data);
}
