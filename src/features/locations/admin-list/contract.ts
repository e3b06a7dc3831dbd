import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { file } from '../../../platform/http/csv-download.ts';
import { listParams, listPageParams, listedLocation } from './schema.ts';

export const searchLocations = route('POST', '/admin/locations/search', {
  summary: 'A page of all locations, filtered, found by words and sorted',
  access: 'location.administer',
  input: listPageParams,
  output: z.object({
    data: z.array(listedLocation),
    meta: z.object({
      page: z.object({ current: z.number(), size: z.number(), total_results: z.number() }),
      /** Locations that there are, whatever is asked for. */
      total_locations: z.number(),
    }),
  }),
});
export type LocationList = z.infer<typeof searchLocations.output>;

export const exportLocations = route('POST', '/admin/locations/export', {
  summary: 'The same locations, all of them, as a table for spreadsheets',
  access: 'location.administer',
  input: listParams,
  output: file,
  contentType: 'text/csv; charset=utf-8',
  limit: { calls: 10, seconds: 60 },
});
