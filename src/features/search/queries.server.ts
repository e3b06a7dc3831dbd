import type { Services } from '../../platform/http/handlers.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { listBlocked } from '../availability/queries.server.ts';
import { type SearchInput, searchInput } from './schema.ts';
import type { SearchParams } from './search-params.ts';
import type { SearchQuery } from './search-engine.ts';
import { toQuery } from './to-query.ts';

/** Returns the query of search parameters, without the locations that are blocked on any of the days. */
export async function getQuery(db: Db, input: SearchInput, at: Date): Promise<SearchQuery> {
  const query = toQuery(input);
  return input.dates ? { ...query, unavailable: new Set(await listBlocked(db, input.dates, at)) } : query;
}

/** Finds the published locations of a search, whatever its days. @param limit how many ids are wanted at most @returns with their exact number */
export async function findLocations(
  { engine }: Pick<Services['search'], 'engine'>,
  params: SearchParams,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  return engine.search(toQuery(searchInput.parse(params)), { offset: 0, limit });
}
