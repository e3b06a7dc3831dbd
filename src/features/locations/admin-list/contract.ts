import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { file } from '../../../platform/http/csv-download.ts';
import { listParams, listPageParams, listedLocation } from './schema.ts';

export const searchLocations = route('POST', '/admin/locations/search', {
  summary: 'Lists a page of all locations, with filters, words to find and a sort order',
  access: 'location.administer',
  input: listPageParams,
  output: z.object({
    data: z.array(listedLocation),
    meta: z.object({
      page: z.object({ current: z.number(), size: z.number(), total_results: z.number() }),
      /** Number of all locations, without filters. */
      total_locations: z.number(),
    }),
  }),
  isReadOnly: true,
});
export type LocationList = z.infer<typeof searchLocations.output>;

export const exportLocations = route('POST', '/admin/locations/export', {
  summary: 'Exports all locations that match as CSV',
  access: 'location.administer',
  input: listParams,
  output: file,
  contentType: 'text/csv; charset=utf-8',
  limit: { calls: 10, seconds: 60 },
  isReadOnly: true,
});
