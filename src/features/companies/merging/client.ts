import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { refreshCompanies } from '../client.ts';
import type { Kind } from '../kinds.ts';
import { COMPANIES_KEY } from '../query-key.ts';
import { companyDuplicates, decideCompanyDuplicate, decidePersonDuplicate, personDuplicates } from './contract.ts';

/** Other companies or people that may be the same one. */
export const duplicatesQuery = (api: Api, kind: Kind, id: string) =>
  routeQuery(
    api,
    [COMPANIES_KEY, kind, id, 'duplicates'],
    kind === 'companies' ? companyDuplicates : personDuplicates,
    { id },
  );

/** Records whether two entries that look alike are two companies or people. */
export const decideMutation = (api: Api, kind: Kind) =>
  routeMutation(
    api,
    kind === 'companies' ? decideCompanyDuplicate : decidePersonDuplicate,
    refreshCompanies,
    refreshCompanies,
  );
