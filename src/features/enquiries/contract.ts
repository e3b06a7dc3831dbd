import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { solution } from '../proof-of-work/contract.ts';
import { enquiryForm, filmingForm } from './schema.ts';

export const sendEnquiry = route('POST', '/enquire', {
  summary: 'Sends an enquiry about a location, or a general enquiry to the Locations Team',
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
    verification: solution,
  }),
  output: z.object({ message: z.string() }),
  limit: { calls: 20, seconds: 600 },
});
