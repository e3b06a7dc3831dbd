import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { pageParams, pageSchema } from '../../../platform/http/paging.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { postcode } from '../catalogue/fields/postcode.ts';
import { publicLocation } from '../catalogue/schema.ts';
import { locationDraft, sentTeamFields, typedFields } from '../working-copy/schema.ts';
import { ownLocation, ownLocationCard, geocodingResult } from './schema.ts';
import { enterPostcodeOrPosition } from '../messages.ts';

const locationParams = z.object({ id: z.uuid() });
/** The expected version of the draft; 0 for none. */
const draftVersion = expectedVersion;
/** A location with every field that the specification names. Internal fields are left out for its owner. */
export const fullLocation = ownLocation.extend(sentTeamFields.shape).extend({
  /** Path of its public page. */
  url: z.string().nullable(),
  /** Path of its primary image. */
  primaryimageurl: z.string().nullable(),
  dynamicsid: z.string().describe('The same as `id`'),
  /** Latest first; null for its owner, since they are the Locations Team's own. */
  documents: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
  hasimages: z.boolean().optional(),
});
export type FullLocation = z.output<typeof fullLocation>;
const savedDraft = locationDraft.omit({ fields: true, base_values: true });

export const ownLocations = route('GET', '/user/locations', {
  summary: 'Lists the locations of the caller, the latest change first',
  access: 'location.own',
  input: pageParams,
  output: pageSchema(ownLocationCard),
});

export const locationsOfUser = route('GET', '/users/{id}/locations', {
  summary: 'Lists the locations of a user, the latest change first',
  access: 'user.view',
  input: pageParams.extend({ id: z.uuid() }),
  output: pageSchema(ownLocationCard),
});

export const exportLocationsOfUser = route('GET', '/users/{id}/locations/export', {
  summary: 'Exports the locations of a user, the latest change first, as CSV',
  access: 'user.view',
  input: z.object({ id: z.uuid() }),
  ...CSV,
});

export const newDraft = route('GET', '/user/location-draft', {
  summary: 'Returns the unsaved draft of a location that the caller has not created yet',
  access: 'location.own',
  output: z.object({ draft: locationDraft.nullable() }),
});

export const saveNewDraft = route('PUT', '/user/location-draft', {
  summary:
    'Saves the draft of a location that is not created yet; without fields, deletes it. Returns 409 if the version is outdated',
  access: 'location.own',
  input: z.object({ draftVersion, fields: typedFields }),
  output: savedDraft,
  limit: ADDING_RATE,
});

export const createLocation = route('POST', '/locations', {
  summary:
    'Creates a location from the first step of the wizard, with the id that is given, if any. Returns 409 if that id exists, so that the request can be repeated safely',
  access: 'location.own',
  limit: { calls: 60, seconds: 3600 },
  input: typedFields.extend({
    id: z.uuid().optional(),
    /** The version of the caller's draft, which is deleted with the location. Without it the draft is kept. */
    draftVersion,
  }),
  output: fullLocation,
  created: '/locations/{id}',
});

export const ownLocationById = route('GET', '/locations/{id}', {
  summary:
    'Returns the working copy of a location; for the Locations Team with its internal fields. The owner of a merged location gets the one that took its place, if it is theirs',
  access: 'location.view',
  input: locationParams,
  output: fullLocation,
});

export const saveLocation = route('PUT', '/locations/{id}', {
  summary:
    'Updates fields of a location, for the Locations Team also internal ones; with `isSubmitting`, submits it for approval. Returns 409 if the version is outdated',
  access: 'location.edit',
  input: typedFields.extend(sentTeamFields.shape).extend({
    ...locationParams.shape,
    version: expectedVersion,
    draftVersion,
    isSubmitting: z.boolean().default(false),
  }),
  output: fullLocation.extend({ /** The message for the user. */ message: z.string().nullable() }),
  limit: ADDING_RATE,
});

export const saveDraft = route('PUT', '/locations/{id}/draft', {
  summary: 'Saves the unsaved draft of a location; without fields, deletes it. Returns 409 if the version is outdated',
  access: 'location.own',
  input: locationParams.extend({ version: expectedVersion, draftVersion, fields: typedFields }),
  output: savedDraft,
  limit: ADDING_RATE,
});

export const locationPreview = route('GET', '/locations/{id}/preview', {
  summary: 'Returns a location as its page would show it if it were published now',
  access: 'location.view',
  input: locationParams,
  output: publicLocation,
});

export const geocodeLocation = route('GET', '/locations/geocode', {
  summary: 'Returns the nearest town, local authority and film office of a position or a postcode',
  access: 'location.edit',
  input: z
    .object({
      postcode: postcode.optional(),
      latitude: z.coerce.number().min(-90).max(90).optional(),
      longitude: z.coerce.number().min(-180).max(180).optional(),
    })
    .refine(
      ({ postcode: code, latitude, longitude }) =>
        code !== undefined || (latitude !== undefined && longitude !== undefined),
      { path: ['postcode'], error: enterPostcodeOrPosition },
    ),
  output: geocodingResult,
});
