import { z } from 'zod';

const MEANING =
  'The version that the caller has seen: if there is another one by now, the answer is 409 and nothing is changed. Without it the write is unconditional, and the audit log says so.';

/** The version that a write names in its body, as `If-Match` would. */
export const expectedVersion = z.number().int().min(0).optional().describe(MEANING);

/** The same where it is part of an address. */
export const expectedVersionInQuery = z.coerce.number().int().min(0).optional().describe(MEANING);
