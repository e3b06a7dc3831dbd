import type { Api } from '../../platform/http/contract.ts';
import { routeQuery } from '../../platform/http/route-query.ts';
import { OWN_KEY } from '../locations/working-copy/client.ts';
import { consentAreas, exactConsentAreas } from './contract.ts';

/** The consent areas that the public knows a location to be in. */
export const consentAreasQuery = (api: Api, id: string) =>
  routeQuery(api, ['locations', id, 'consent-areas'], consentAreas, { id });

/** The consent areas that a location is in, for its owner and the Locations Team. */
export const exactConsentAreasQuery = (api: Api, id: string) =>
  routeQuery(api, [OWN_KEY, 'location', id, 'consent-areas'], exactConsentAreas, { id });
