import { z } from 'zod';

const DESCRIPTION =
  'The version that the change is based on; if it is no longer the current one, the call fails with CONFLICT. Without it the write is unconditional.';

/** The expected version in the body of a write, like `If-Match`. */
export const expectedVersion = z.number().int().min(0).optional().describe(DESCRIPTION);

/** The expected version in a query string. */
export const expectedVersionInQuery = z.coerce.number().int().min(0).optional().describe(DESCRIPTION);
