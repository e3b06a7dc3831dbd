import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { maintenance } from './contract.ts';

export const maintenanceQuery = (api: Api) => ({ ...routeQuery(api, ['maintenance'], maintenance, {}), staleTime: 0 });
