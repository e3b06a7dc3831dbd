import { z } from 'zod';

const optionNames = z.array(z.string()).optional();

/** The search parameters that mean the same as a part of a query. */
export const partFilter = z.object({
  category: optionNames,
  setting: optionNames,
  century: optionNames,
  condition: optionNames,
  ownershiptype: optionNames,
  place: z.string().optional(),
  within: z.number().optional(),
});
export type PartFilter = z.output<typeof partFilter>;
