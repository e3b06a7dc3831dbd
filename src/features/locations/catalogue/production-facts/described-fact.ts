import { z } from 'zod';

/** A production fact that has a value, as people read it. */
export const describedFact = z.object({
  label: z.string(),
  /** Its value with who says so and when, such as 'Yes (Owner, 3 March 2026)'. */
  text: z.string(),
});
export type DescribedFact = z.output<typeof describedFact>;
