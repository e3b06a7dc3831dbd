import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../settings/config.ts';

export type Log = Logger;

const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Creates a logger that writes JSON lines to standard output. Each names the node. Personal data is not logged; `redact` is a second safeguard. */
export function createLog(config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'nodeName'>>): Log {
  return pino(
    {
      level: config.logLevel,
      base: config.nodeName === undefined ? null : { node: config.nodeName },
      serializers: { err: serialiseError },
      redact: { paths: ['email', 'phone', 'password', 'authorization', '*.email', '*.password'], censor: '[removed]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    standardOutput(),
  );
}

/** Survives a full disk: buffers up to {@link MAX_BUFFERED_BYTES} until there is space again, and drops the rest. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_BUFFERED_BYTES });
  output.on('error', () => {
    // On exit, flushing would retry until there is space.
    output.flushSync = () => {};
  });
  return output;
}

/** Serialises an error without user input: the `detail` of PostgreSQL errors quotes whole rows. */
function serialiseError(error: unknown): object {
  // Not only instances of Error: pg-boss reports copies of errors.
  if (typeof error !== 'object' || error === null || !('message' in error)) return { message: String(error) };
  const { name, message, stack, code, table, constraint } = error as Partial<Error & Record<string, unknown>>;
  return { type: name, message, stack, code, table, constraint };
}
