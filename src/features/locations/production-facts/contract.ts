import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { editableFacts, sentFacts } from './schema.ts';

const locationParams = z.object({ id: z.uuid() });

export const productionFacts = route('GET', '/locations/{id}/production-facts', {
  summary:
    'Returns the production facts of the working copy of a location, with all that a form for them needs; for the Locations Team with the internal ones',
  access: 'location.view',
  input: locationParams,
  output: editableFacts,
});

export const saveProductionFacts = route('PUT', '/locations/{id}/production-facts', {
  summary:
    'Saves production facts of the working copy of a location, and who says so and when. Returns 409 if the version is outdated',
  access: 'location.edit',
  input: sentFacts.extend({ ...locationParams.shape, version: expectedVersion }),
  output: editableFacts,
  limit: ADDING_RATE,
});
