import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { solution } from '../verification/contract.ts';
import { enquiryForm } from './schema.ts';

export const sendEnquiry = route({
  method: 'POST',
  path: '/enquire',
  summary: 'Send an enquiry about a location, or to the Locations Team in general',
  access: 'public',
  input: enquiryForm.extend({
    /** Of the location asked about; null, '' and nothing mean the Locations Team in general. */
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
