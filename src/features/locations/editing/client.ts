import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import {
  locationPreview,
  geocodeLocation,
  locationsOfUser,
  newDraft,
  ownLocationById,
  ownLocations,
} from './contract.ts';
import { OWN_KEY } from '../working-copy/client.ts';
import type { OwnLocation } from './schema.ts';

/** A page of the user's own locations. */
export const ownLocationsQuery = (api: Api, input: z.input<typeof ownLocations.input>) =>
  routeQuery(api, [OWN_KEY, 'list', input], ownLocations, input);

/** A page of the locations of an owner, for the Locations Team. */
export const locationsOfUserQuery = (api: Api, input: z.input<typeof locationsOfUser.input>) =>
  routeQuery(api, ['users', 'locations', input], locationsOfUser, input);

/** The user's draft of a location that is not created yet. */
export const newDraftQuery = (api: Api) => routeQuery(api, [OWN_KEY, 'new'], newDraft, {});

/** A location of the user, with all that they fill in. */
export const ownLocationQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [OWN_KEY, 'location', id],
    queryFn: ({ signal }): Promise<OwnLocation> => api(ownLocationById, { id }, { signal }),
  });

/** A location as the public would see it if it were published now. */
export const previewQuery = (api: Api, id: string) =>
  routeQuery(api, [OWN_KEY, 'preview', id], locationPreview, { id });

/** Geocoding result of a position or a postcode. @throws {ApiError} NOT_FOUND for an unknown postcode */
export const geocodingQuery = (api: Api, input: z.input<typeof geocodeLocation.input>) => ({
  ...routeQuery(api, ['locations', 'geocoding', input], geocodeLocation, input),
  staleTime: Infinity,
});
