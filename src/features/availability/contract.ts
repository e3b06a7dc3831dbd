import { z } from 'zod';
import { ADDING_RATE, route } from '../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../platform/http/expected-version.ts';
import { date } from '../../platform/http/field-schemas.ts';
import { MAX_ASKED_LOCATIONS, conflict, entryFields, ownAvailability, publicAvailability } from './schema.ts';

const ofLocation = z.object({ id: z.uuid() });
const ofEntry = ofLocation.extend({ entryId: z.uuid() });
const changing = {
  access: 'location.edit',
  output: z.object({ message: z.string(), availability: ownAvailability }),
  limit: ADDING_RATE,
} as const;

export const availability = route('GET', '/locations/{id}/availability', {
  summary:
    'Returns the days of the next 12 months on which a published location is unavailable or likely so. Other days are not promised',
  access: 'public',
  input: ofLocation,
  output: publicAvailability,
});

export const findConflicts = route('POST', '/locations/conflicts', {
  summary:
    'Lists which of these locations are unavailable on some of these days, or likely so. Leaves out what the caller may not see, such as past days',
  access: 'public',
  input: z.object({
    ids: z.array(z.uuid()).max(MAX_ASKED_LOCATIONS),
    first_day: date,
    last_day: date,
    /** For the team: leaves out the shoots of the production of this enquiry. */
    enquiry: z.uuid().optional(),
  }),
  output: z.array(conflict),
  isReadOnly: true,
  limit: { calls: 300, seconds: 60 },
});

export const unavailableDates = route('GET', '/locations/{id}/unavailable-dates', {
  summary: 'Lists the dates on which a location cannot be filmed at, as its owner or the team has entered them',
  access: 'location.view',
  input: ofLocation,
  output: ownAvailability,
});

export const addUnavailableDates = route('POST', '/locations/{id}/unavailable-dates', {
  summary:
    'Adds dates on which a location cannot be filmed at, also while it awaits approval. The same dates again change nothing',
  input: entryFields.extend(ofLocation.shape),
  ...changing,
});

export const updateUnavailableDates = route('PUT', '/locations/{id}/unavailable-dates/{entryId}', {
  summary: 'Changes dates on which a location cannot be filmed at. Returns 409 if the version is outdated',
  input: entryFields.extend({ ...ofEntry.shape, version: expectedVersion }),
  ...changing,
});

export const deleteUnavailableDates = route('DELETE', '/locations/{id}/unavailable-dates/{entryId}', {
  summary: 'Deletes dates on which a location cannot be filmed at. Returns 409 if the version is outdated',
  input: ofEntry.extend({ version: expectedVersionInQuery }),
  ...changing,
});
