import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import type { Kind } from '../kinds.ts';
import { COMPANIES_KEY } from '../query-key.ts';
import * as routes from './contract.ts';

/** A page of the versions of a company or person, latest first. */
export const revisionsQuery = (api: Api, kind: Kind, id: string, page: number) =>
  routeQuery(
    api,
    [COMPANIES_KEY, kind, id, 'revisions', 'list', page],
    kind === 'companies' ? routes.companyRevisions : routes.personRevisions,
    { id, page },
  );

export const revisionQuery = (api: Api, kind: Kind, id: string, number: number) =>
  routeQuery(
    api,
    [COMPANIES_KEY, kind, id, 'revisions', number],
    kind === 'companies' ? routes.companyRevision : routes.personRevision,
    { id, number },
  );
