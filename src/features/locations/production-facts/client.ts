import type { QueryClient } from '@tanstack/react-query';
import { type Api, isApiError, isConflict } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { FACT_CHANGED } from '../catalogue/production-facts/messages.ts';
import { OWN_KEY } from '../working-copy/client.ts';
import { productionFacts, saveProductionFacts } from './contract.ts';
import type { EditableFact, EditableFacts, SentFacts } from './schema.ts';

/** Input that is not saved, by the name of the fact; null for unknown. */
export type FactInput = Readonly<SentFacts['facts']>;

/** The production facts of a working copy, to edit them. */
export const productionFactsQuery = (api: Api, id: string) => ({
  ...routeQuery(api, [OWN_KEY, 'production-facts', id], productionFacts, { id }),
  staleTime: 0,
});

/**
 * Saves production facts. When something else of the location was changed meanwhile, they are sent again.
 * @returns why they cannot be saved, by name; empty if they are saved
 */
export async function saveFacts(
  client: QueryClient,
  api: Api,
  id: string,
  sent: SentFacts,
): Promise<Readonly<Record<string, string>>> {
  const query = productionFactsQuery(api, id);
  const known = client.getQueryData<EditableFacts>(query.queryKey);
  const save = async (facts: EditableFacts | undefined) => {
    const saved = await api(saveProductionFacts, { id, ...(facts && { version: facts.version }), ...sent });
    client.setQueryData(query.queryKey, saved);
  };
  try {
    try {
      await save(known);
    } catch (error) {
      if (!isConflict(error) || !known) throw error;
      const now = await client.fetchQuery(query);
      const changed = Object.keys(sent.facts).filter((name) => isChanged(name, known, now));
      if (changed.length > 0) return Object.fromEntries(changed.map((name) => [name, FACT_CHANGED]));
      await save(now);
    }
    return {};
  } catch (error) {
    if (isApiError(error) && error.fields && Object.keys(error.fields).length > 0) return error.fields;
    throw error;
  }
}

function isChanged(name: string, before: EditableFacts, now: EditableFacts): boolean {
  const [old, current] = [before, now].map((facts) => listProductionFacts(facts).find((fact) => fact.name === name));
  return old?.text !== current?.text || old?.stated !== current?.stated;
}

/** All facts in their order. */
export function listProductionFacts({ groups }: Pick<EditableFacts, 'groups'>): readonly EditableFact[] {
  return groups.flatMap(({ facts }) => facts);
}
