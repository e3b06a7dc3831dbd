import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { tableParams } from '../../../platform/http/paging.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { revisionContent, revisionPage } from './schema.ts';

const location = z.object({ id: z.uuid() });
/** Maps an invalid number to 0, which no revision has. */
const revision = location.extend({ number: z.coerce.number().int().min(0).max(1_000_000).catch(0) });

export const listRevisions = route('GET', '/admin/locations/{id}/revisions', {
  summary: 'Lists the versions of a location, latest first, each with the names of the fields that it changed',
  access: 'location.administer',
  input: location.extend(tableParams(['number']).pick({ page: true }).shape),
  output: revisionPage,
});

export const getRevision = route('GET', '/admin/locations/{id}/revisions/{number}', {
  summary: 'Returns the fields and images of a version of a location',
  access: 'location.administer',
  input: revision,
  output: revisionContent,
});

export const restoreRevision = route('POST', '/admin/locations/{id}/revisions/{number}/restore', {
  summary:
    'Gives the working copy the fields and images of an earlier version. Nothing is published. The response names anything that cannot be restored',
  access: 'location.administer',
  input: revision.extend({
    version: expectedVersion,
    images_version: z.string().max(100).optional(),
  }),
  output: z.object({
    message: z.string(),
    /** The number of the new version. */
    number: z.number(),
    /** Descriptions of the values that could not be restored. */
    notes: z.array(z.string()),
  }),
  limit: ADDING_RATE,
});
