import { z } from 'zod';

/** How long an archive can be downloaded. */
export const AVAILABLE_DAYS = 7;
/** Archives that one account can request within a day. */
export const MAX_DAILY_EXPORTS = 3;

/** The latest archive of a person's data. */
export const dataExport = z.object({
  id: z.uuid(),
  state: z.enum(['WAITING', 'READY', 'FAILED']),
  /** ISO 8601. */
  requested_at: z.string(),
  /** Size and last time of the download; null unless it is READY. */
  bytes: z.number().nullable(),
  expires_at: z.string().nullable(),
});
export type DataExport = z.output<typeof dataExport>;
