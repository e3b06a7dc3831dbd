/** Of PostgreSQL: no connection, the server is stopping, starting or has no connection left, a statement was given up. */
const SERVER_CODES = /^(08...|57P0[1235]|57014|53300|25P03)$/;
const NETWORK_CODES = /^(E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;
/** What pg says without a code. */
const MESSAGES =
  /^(Connection (terminated|given up)|timeout exceeded|Client (has encountered|was closed)|Cannot use a pool after)/;
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Whether an error means that the database cannot be reached for the moment, so that the same may work a little later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return (
    SERVER_CODES.test(code) ||
    NETWORK_CODES.test(code) ||
    // The socket of a server on this machine that does not run.
    (code === 'ENOENT' && syscall === 'connect') ||
    MESSAGES.test(error.message)
  );
}

/** Whether an error means that there is no room left, in the database or the storage. */
export function isDiskFull(error: unknown): boolean {
  return DISK_FULL.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}
