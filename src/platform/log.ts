import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Structured logs on standard output. Fields that could name a person are never logged; these are a second net. */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  return pino({
    level: config.logLevel,
    base: null,
    serializers: { err: describeError },
    redact: { paths: ['email', 'phone', 'password', 'authorization', '*.email', '*.password'], censor: '[removed]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}

/** What is known of an error without what people entered: PostgreSQL quotes whole rows in its details. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, table, constraint } = error as { code?: string; table?: string; constraint?: string };
  return { type: error.name, message: error.message, stack: error.stack, code, table, constraint };
}
