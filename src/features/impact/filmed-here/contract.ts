import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';

/** A production that has filmed at a location and may be named. */
const filmedProduction = z.object({ title: z.string(), year: z.number() });
export type FilmedHere = z.output<typeof filmedProduction>;

export const filmedHere = route('GET', '/locations/{id}/filmed-here', {
  summary: 'Lists productions that have filmed at a published location, after their embargo and if they allow it',
  access: 'public',
  input: z.object({ id: z.uuid() }),
  output: z.array(filmedProduction),
});
