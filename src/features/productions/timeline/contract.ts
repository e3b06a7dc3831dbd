import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { pageSchema } from '../../../platform/http/paging.ts';
import { production } from '../schema.ts';
import { timelineEntry } from './schema.ts';

export const productionTimeline = route('GET', '/productions/{id}/timeline', {
  summary: 'Lists what happened with a production and in its enquiries, latest first',
  access: 'production.view',
  input: z.object({ id: z.uuid(), page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: pageSchema(timelineEntry),
});

export const restoreProductionValues = route('POST', '/productions/{id}/timeline/{entryId}/restore', {
  summary:
    'Gives details of a production the values from before a change. Returns 409 if the version is outdated, or the values do not fit the present ones',
  access: 'production.edit',
  input: z.object({ id: z.uuid(), entryId: z.uuid(), version: expectedVersion }),
  output: z.object({ message: z.string(), production }),
  limit: ADDING_RATE,
});
