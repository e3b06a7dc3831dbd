import type { QueryClient } from '@tanstack/react-query';
import { type Api, isApiError, isConflict } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { OWN_KEY } from '../working-copy/client.ts';
import { productionFacts, saveProductionFacts } from './contract.ts';
import type { SentFacts } from './schema.ts';
import { type FactProblems, type FactResult, type TypedFacts, findConflicts } from './typed-facts.ts';

/** Attempts to save while others save something else of the location. */
const MAX_ATTEMPTS = 3;

/** The production facts of a working copy, to edit them. */
export const productionFactsQuery = (api: Api, id: string) => ({
  ...routeQuery(api, [OWN_KEY, 'production-facts', id], productionFacts, { id }),
  staleTime: 0,
});

/** Saves answers: all of them, or none if any has a problem. */
export async function saveFacts(
  client: QueryClient,
  api: Api,
  id: string,
  typed: TypedFacts,
  statement: Omit<SentFacts, 'facts'> = {},
): Promise<FactResult> {
  const query = productionFactsQuery(api, id);
  const values = Object.fromEntries(Object.entries(typed).map(([name, { value }]) => [name, value]));
  let facts = client.getQueryData(query.queryKey) ?? (await client.fetchQuery(query));
  for (let left = MAX_ATTEMPTS; ; left--) {
    const conflicts = findConflicts(typed, facts);
    if (Object.keys(conflicts).length > 0) return { problems: conflicts, facts };
    try {
      facts = await api(saveProductionFacts, { id, version: facts.version, facts: values, ...statement });
      client.setQueryData(query.queryKey, facts);
      return { problems: {}, facts };
    } catch (error) {
      if (!isConflict(error)) return { problems: getProblems(error, { ...values, ...statement }), facts };
      if (left === 1) throw error;
      facts = await client.fetchQuery(query);
    }
  }
}

/** The messages of what was sent. Rethrows an error that has none. */
function getProblems(error: unknown, sent: Readonly<Record<string, unknown>>): FactProblems {
  const fields = Object.entries((isApiError(error) && error.fields) || {});
  // The schema names a fact by its path.
  const problems = fields
    .map(([path, message]) => [path.replace(/^facts\./, ''), message] as const)
    .filter(([name]) => name in sent);
  if (problems.length === 0) throw error;
  return Object.fromEntries(problems);
}
