import { ConfigError } from '../platform/config.ts';
import { StartupError } from '../platform/db/startup-error.ts';
import { isDiskFull, isUnavailable } from '../platform/db/connection-errors.ts';

/** SQLSTATE codes: login rejected, no such database, or damaged database files. */
const UNUSABLE_DATABASE_CODES = /^(28...|3D000|42501|58...|XX00[12])$/;

/** Returns one line with the reason why site or command could not start and what to do; undefined for unexpected errors. */
export function describeStartupFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', detail, message } = error as Error & { code?: string; detail?: string };
  if (error instanceof ConfigError || error instanceof StartupError || code === 'EADDRINUSE') return message;
  if (isDiskFull(error)) return `There is no space left on the disk (${message}): free some, then start again.`;
  const reason = [message, detail].filter(Boolean).join(': ');
  if (UNUSABLE_DATABASE_CODES.test(code))
    return `The database cannot be used (${reason}): check DATABASE_URL, or restore the database from a backup.`;
  if (isUnavailable(error))
    return `The database cannot be reached (${reason}): check that it runs and that DATABASE_URL is right, then start again.`;
  return undefined;
}
