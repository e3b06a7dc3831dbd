import { ConfigError } from '../platform/settings/config.ts';
import { StartupError } from '../platform/db/startup-error.ts';
import { getUserName } from '../platform/files/file-failure.ts';
import { isDiskFull, isUnavailable } from '../platform/db/connection-errors.ts';

/** SQLSTATE codes: login rejected, unknown database, missing privilege. */
const ACCESS_CODES = /^(28...|3D000|42501)$/;
/** SQLSTATE codes of damaged database files. */
const DAMAGE_CODES = /^(58...|XX00[12])$/;

/** Explains why the server cannot listen; undefined for other errors. */
export function describeListenFailure(error: Error, setting: 'PORT' | 'METRICS_PORT'): string | undefined {
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE') return `${setting}: ${address}:${port} is in use by another program or node`;
  if (code === 'EACCES') return `${setting}: ${address}:${port} needs privileges: use a port from 1024`;
  if (code === 'EADDRNOTAVAIL') return `${setting.replace('PORT', 'HOST')}: this machine has no address ${address}`;
  return undefined;
}

/** Returns one line with the reason why site or command could not start and what to do; undefined for unexpected errors. */
export function describeStartupFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', detail, message } = error as Error & { code?: string; detail?: string };
  if (error instanceof ConfigError || error instanceof StartupError) return message;
  const listenFailure = describeListenFailure(error, 'PORT');
  if (listenFailure) return listenFailure;
  if (isDiskFull(error)) return `There is no space left on the disk (${message}): free some, then try again.`;
  const { path } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' && path) return `There is no permission for the user ${getUserName()} to use ${path}.`;
  const reason = [message, detail].filter(Boolean).join(': ');
  // PostgreSQL reports a missing folder of a database like a missing database, with a detail.
  if (DAMAGE_CODES.test(code) || (code === '3D000' && detail !== undefined))
    return `The database cannot be used (${reason}): restore it from a backup, see docs/backup.md.`;
  if (ACCESS_CODES.test(code)) return `The database cannot be used (${reason}): check DATABASE_URL.`;
  if (isUnavailable(error))
    return `The database cannot be reached (${reason}): check that it runs and that DATABASE_URL is right, then try again.`;
  return undefined;
}
