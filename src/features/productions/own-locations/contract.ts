import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';

/** A production at a location, as the owner of the location reads it. */
export const ownProduction = z.object({
  /** The id of the location on the list of the production. */
  id: z.uuid(),
  location: z.object({ id: z.uuid(), title: z.string() }),
  /** The title; while it is under embargo, the code name. */
  name: z.string(),
  /** The name of the company; null if it is not known, or while the title is under embargo. */
  company: z.string().nullable(),
  state: z.enum(['AGREED', 'USED']),
  used_from: z.string().nullable(),
  used_to: z.string().nullable(),
});
export type OwnProduction = z.output<typeof ownProduction>;

export const ownProductions = route('GET', '/user/productions', {
  summary:
    'Lists the latest productions that have agreed on locations of the caller, or filmed there, by the names that may be said',
  access: 'location.own',
  output: z.array(ownProduction),
});
