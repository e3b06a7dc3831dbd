import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { OWN_KEY } from '../../locations/working-copy/client.ts';
import { ownProductions } from './contract.ts';

/** The productions at the locations of the user. */
export const ownProductionsQuery = (api: Api) => routeQuery(api, [OWN_KEY, 'productions'], ownProductions, {});
