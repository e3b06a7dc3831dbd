import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { headingWords } from './contract.ts';

/** They change with the data of the region, when the site is started again. */
export const headingWordsQuery = (api: Api) => ({
  ...routeQuery(api, ['heading-words'], headingWords, {}),
  staleTime: Infinity,
});
