/**
 * Of PostgreSQL: no connection, the server is stopping, starting or has no connection left, a transaction was left idle. Not that a
 * statement took too long: it would the next time too.
 */
const SERVER_CODES = /^(08...|57P0[1235]|53300|25P03)$/;
const UNREACHABLE_CODES = /^E(CONNREFUSED|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/;
/** One connection has ended; another may well be made. */
const ENDED_CODES = /^E(CONNRESET|CONNABORTED|PIPE)$/;
const ABANDONED_MESSAGE = /^Connection given up/;
/** What pg says without a code. */
const CONNECTION_MESSAGES =
  /^(Connection terminated|timeout exceeded|Client (has encountered|was closed)|Cannot use a pool after)/;
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether an error means that the database cannot be reached for the moment, so that the same may work a little later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return (
    isUnreachable(error) || SERVER_CODES.test(code) || ENDED_CODES.test(code) || CONNECTION_MESSAGES.test(error.message)
  );
}

/** Whether an error means that nobody answers where the database should be, on any connection. */
export function isUnreachable(error: Error): boolean {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return (
    UNREACHABLE_CODES.test(code) ||
    // The socket of a server on this machine that does not run.
    (code === 'ENOENT' && syscall === 'connect') ||
    ABANDONED_MESSAGE.test(error.message)
  );
}

/** Whether an error means that there is no room left, in the database or the storage. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}
