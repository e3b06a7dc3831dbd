import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { VERIFICATION_ACTIONS, enquiryForm } from './schema.ts';

export const sendEnquiry = route({
  method: 'POST',
  path: '/enquire',
  summary: 'Send an enquiry about a location, or to the Locations Team in general',
  access: 'public',
  input: enquiryForm.extend({
    locationUrl: z.string().max(150).optional(),
    /** The solved challenge, as the widget gives it. */
    verification: z.string().max(10_000),
  }),
  output: z.object({ message: z.string() }),
  limit: { calls: 20, seconds: 600 },
});

export const verificationChallenge = route({
  method: 'GET',
  path: '/verification/challenge',
  summary: 'A proof-of-work challenge for one action; its solution is accepted once',
  access: 'public',
  input: z.object({ action: z.enum(VERIFICATION_ACTIONS) }),
  output: z.record(z.string(), z.unknown()),
  limit: { calls: 60, seconds: 60 },
});
