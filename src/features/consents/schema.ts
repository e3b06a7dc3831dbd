import { z } from 'zod';

/** An area inside which filming requires somebody's consent, with what its file says of it; null for nothing. */
export const consentArea = z.object({
  name: z.string(),
  /** Such as "scheduled monument". */
  kind: z.string().nullable(),
  /** Who consents. */
  authority: z.string(),
  contact: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  /** How long before, such as "28 days". */
  notice: z.string().nullable(),
  /** For what it is needed, and what is to be considered. */
  consent: z.string().nullable(),
  fees: z.string().nullable(),
  /** Starts with https:// or http://. */
  link: z.string().nullable(),
  /** Who is to be credited for the data. */
  attribution: z.string().nullable(),
});
export type ConsentArea = z.output<typeof consentArea>;
