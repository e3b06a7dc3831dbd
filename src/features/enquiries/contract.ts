import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { solution } from '../proof-of-work/contract.ts';
import { TOO_MANY_LOCATIONS } from './messages.ts';
import { MAX_LOCATIONS, enquiryForm, filmingForm } from './schema.ts';

export const sendEnquiry = route('POST', '/enquire', {
  summary: 'Sends an enquiry about locations, or a general enquiry to the Locations Team',
  access: 'public',
  input: enquiryForm.extend({
    ...filmingForm.partial().shape,
    /** A brief, uploaded by `POST /enquiry-files`. */
    brief: z.uuid().optional(),
    /** URL slug of the location; null, '' or undefined for a general enquiry. */
    locationUrl: z
      .string()
      .max(150)
      .nullish()
      .transform((url) => url || undefined),
    /** Ids of further locations, in this order; all of them for an enquiry about a board. */
    locations: z.array(z.uuid()).max(MAX_LOCATIONS, TOO_MANY_LOCATIONS).default([]),
    /** The board that the locations come from, which the caller can see. */
    boardId: z.uuid().optional(),
    verification: solution,
  }),
  output: z.object({ message: z.string(), reference: z.string() }),
  limit: { calls: 20, seconds: 600 },
  errors: ['VERIFICATION_FAILED', 'NOT_FOUND'],
});
