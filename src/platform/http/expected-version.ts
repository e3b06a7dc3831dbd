import { z } from 'zod';

const DESCRIPTION =
  'The version that was seen: another one by now is a conflict. Without it the write is unconditional.';

/** The version that a write names in its body, as `If-Match` would. */
export const expectedVersion = z.number().int().min(0).optional().describe(DESCRIPTION);

/** The same where it is part of an address. */
export const expectedVersionInQuery = z.coerce.number().int().min(0).optional().describe(DESCRIPTION);
