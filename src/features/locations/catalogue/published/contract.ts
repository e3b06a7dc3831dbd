import { z } from 'zod';
import { route } from '../../../../platform/http/contract.ts';
import { FACET_FIELDS, publicLocation } from '../schema.ts';

export const locationByUrl = route('GET', '/locations/by-url/{locationurl}', {
  summary: 'Returns a published location by the last segment of its URL or by its id',
  access: 'public',
  input: z.object({ locationurl: z.string().max(150) }),
  output: publicLocation,
  isCacheable: true,
});

export const locationFields = route('GET', '/locations/fields', {
  summary: 'Lists the option fields of a location with their options in order',
  access: 'public',
  output: z.array(z.object({ name: z.string(), field: z.enum(FACET_FIELDS), options: z.array(z.string()) })),
  isCacheable: true,
});
