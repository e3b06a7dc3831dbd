import { z } from 'zod';

/** Why two entries may be one, strongest first. */
export const REASONS = {
  email: 'Same email address',
  telephone: 'Same telephone number',
  name: 'Same name',
} as const;
export type Reason = keyof typeof REASONS;

/** Another entry that may be the same company or person. */
export const likelyDuplicate = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  /** Of a person. */
  company: z.string().nullable(),
  /** Whether somebody has decided that they are two. */
  is_different: z.boolean(),
  reasons: z.array(z.enum(Object.keys(REASONS) as [Reason, ...Reason[]])),
});
export type LikelyDuplicate = z.output<typeof likelyDuplicate>;
