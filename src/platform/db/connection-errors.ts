/**
 * SQLSTATE codes: connection failed, server stopping or starting, too many connections, idle transaction ended. Statement timeouts are
 * not included, since they would happen again on a retry.
 */
const SERVER_CODES = /^(08...|57P0[1235]|53300|25P03)$/;
const UNREACHABLE_CODES = /^E(CONNREFUSED|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;
/** One connection has ended; a new one may work. */
const ENDED_CODES = /^E(CONNRESET|CONNABORTED|PIPE)$/;
const ABANDONED_MESSAGE = /^Connection abandoned/;
/** Errors of pg without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded|Client (has encountered|was closed)|Cannot use a pool after)/;
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether an error means that the database is temporarily unavailable, so that a retry may work. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return (
    isUnreachable(error) || SERVER_CODES.test(code) || ENDED_CODES.test(code) || CONNECTION_MESSAGES.test(error.message)
  );
}

/** Whether an error means that the database server cannot be reached at all. */
export function isUnreachable(error: Error): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return (
    UNREACHABLE_CODES.test(code) ||
    // The Unix socket of a local server that does not run.
    (code === 'ENOENT' && syscall === 'connect') ||
    ABANDONED_MESSAGE.test(error.message)
  );
}

/** Whether an error means that the disk of the database or the storage is full. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/** Handles the error of a record that may be missing: ignores a full disk, and throws any other error again. */
export function ignoreDiskFull(error: unknown): void {
  if (!isDiskFull(error)) throw error;
}
