import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { pageSchema } from '../../../platform/http/paging.ts';
import { timelineEntry } from './schema.ts';

export const productionTimeline = route('GET', '/productions/{id}/timeline', {
  summary: 'Lists what happened with a production and in its enquiries, latest first',
  access: 'production.view',
  input: z.object({ id: z.uuid(), page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: pageSchema(timelineEntry),
});
