import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import type { Kind } from '../kinds.ts';
import { COMPANIES_KEY } from '../query-key.ts';
import { companyDuplicates, personDuplicates } from './contract.ts';

/** Other companies or people that may be the same one. */
export const duplicatesQuery = (api: Api, kind: Kind, id: string) =>
  routeQuery(
    api,
    [COMPANIES_KEY, kind, id, 'duplicates'],
    kind === 'companies' ? companyDuplicates : personDuplicates,
    { id },
  );
