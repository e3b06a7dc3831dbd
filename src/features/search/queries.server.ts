import type { Services } from '../../platform/http/handlers.ts';
import { searchInput } from './schema.ts';
import type { SearchParams } from './search-params.ts';
import { toQuery } from './to-query.ts';

/** Finds the published locations of a search. @param limit how many ids are wanted at most @returns with their exact number */
export async function findLocations(
  { engine }: Pick<Services['search'], 'engine'>,
  params: SearchParams,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  return engine.search(toQuery(searchInput.parse(params)), { offset: 0, limit });
}
