import type { Api } from '../../../../platform/http/contract.ts';
import { routeQuery } from '../../../../platform/http/route-query.ts';
import { locationByUrl, locationFields } from './contract.ts';

export const locationQuery = (api: Api, locationurl: string) =>
  routeQuery(api, ['locations', 'by-url', locationurl], locationByUrl, { locationurl });

/** The options of all option fields. */
export const locationFieldsQuery = (api: Api) => routeQuery(api, ['locations', 'fields'], locationFields, {});
