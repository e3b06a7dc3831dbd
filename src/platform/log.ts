import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const MAX_BUFFERED_BYTES = 1024 * 1024;

/** Structured logs on standard output. Fields that could name a person are never logged; these are a second net. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino(
    {
      level: config.logLevel,
      base: null,
      serializers: { err: describeError },
      redact: { paths: ['email', 'phone', 'password', 'authorization', '*.email', '*.password'], censor: '[removed]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    standardOutput(),
  );
}

/** Takes lines again once there is room on a disk that was full. What is more than can wait until then is dropped. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_BUFFERED_BYTES });
  output.on('error', () => {
    // At the end of the process it would try until there is room.
    output.flushSync = () => {};
  });
  return output;
}

/** What is known of an error without what people entered: PostgreSQL quotes whole rows in its details. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  return { type: error.name, message: error.message, stack: error.stack, code, table, constraint };
}
