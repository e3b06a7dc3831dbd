import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';

export const ownMails = route('GET', '/call-out-emails', {
  summary: 'Returns whether the caller wants emails about call-outs for their locations',
  access: 'location.own',
  output: z.object({ wanted: z.boolean() }),
});

export const setOwnMails = route('PUT', '/call-out-emails', {
  summary: 'Chooses whether the caller gets emails about call-outs for their locations',
  access: 'location.own',
  input: z.object({ wanted: z.boolean() }),
  output: z.object({ message: z.string(), wanted: z.boolean() }),
  isForPeople: true,
  limit: ADDING_RATE,
});
