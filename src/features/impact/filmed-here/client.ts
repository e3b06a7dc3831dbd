import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { filmedHere } from './contract.ts';

/** The productions that have filmed at a published location. */
export const filmedHereQuery = (api: Api, id: string) =>
  routeQuery(api, ['locations', id, 'filmed-here'], filmedHere, { id });
