import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../platform/http/contract.ts';
import { searchQuery } from './client.ts';
import { searchLocations } from './contract.ts';
import { type Relaxation, listRelaxations, selectRelaxations } from './query-relaxation.ts';
import { type SearchParams, withoutView } from './search-params.ts';

/** Beyond the last page, so that the response contains the total without locations. */
const EMPTY_PAGE = 1_000_000;

/** The relaxations of an empty result that find something, with the number of locations they find, best first. */
export const relaxationsQuery = (api: Api, params: SearchParams) =>
  queryOptions({
    queryKey: ['search', 'relaxations', withoutView(params)],
    queryFn: async ({ signal, client }): Promise<readonly (Relaxation & { total: number })[]> => {
      const count = async (relaxation: Relaxation) => {
        const search = { ...relaxation.params, currentPage: EMPTY_PAGE };
        const { meta } = await api(searchLocations, search, { signal });
        return { ...relaxation, total: meta.page.total_results };
      };
      const { meta } = await client.ensureQueryData(searchQuery(api, params));
      const kinds = listRelaxations(params, meta).map((kind) => Promise.all(kind.map(count)));
      return selectRelaxations(await Promise.all(kinds));
    },
  });
