import { z } from 'zod';

/** The place that a search is about. */
export const searchedPlace = z.object({
  /** Null for a position. */
  name: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  /** Bounds of its area or circle. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly(),
});
export type SearchedPlace = z.output<typeof searchedPlace>;
