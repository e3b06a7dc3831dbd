import { publishOperation } from '../../platform/diagnostics.ts';
import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { PICTURE_TOO_SLOW } from './messages.ts';

/** Callbacks to the supervisor of this process, which a malicious picture can crash. */
export interface Watchdog {
  /** Called with a picture before any of it is decoded, and with null at the end of the step. Must resolve before decoding begins. */
  readonly onPicture: (sha256: string | null) => Promise<void>;
  /** Called when a step times out. It has to end the process: a decoder cannot be stopped from another thread. */
  readonly onTimeout: () => void;
  /** SHA-256 of pictures that have crashed workers: they are rejected. */
  readonly quarantined: ReadonlySet<string>;
}

/** Timeout of one step. The slowest takes a few seconds, and decoding has a shorter timeout: only an endless loop takes so long. */
const TIMEOUT_MS = 60_000;

/**
 * The largest picture takes 700 MB while it is decoded: two at the same time would exceed the worker's memory limit. Each rendition is a
 * step of its own, so that an upload waits for one of them at most. With one step at a time, the picture that crashes the process is
 * known.
 */
const runExclusively = limitConcurrency(1);

let watchdog: Watchdog = { onPicture: async () => {}, onTimeout: () => {}, quarantined: new Set() };

/** Sets the watchdog of this process. */
export function setWatchdog(next: Watchdog): void {
  watchdog = next;
}

/**
 * Runs one step of processing, exclusively in this process.
 * @throws {ApiError} INVALID for a picture that has crashed workers before
 */
export function runWatched<Result>(
  sha256: string,
  step: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  return runExclusively(async () => {
    if (watchdog.quarantined.has(sha256)) throw createTimeoutError();
    await watchdog.onPicture(sha256);
    const timer = setTimeout(watchdog.onTimeout, timeoutMs);
    try {
      return await publishOperation('picture', 'process', step);
    } finally {
      clearTimeout(timer);
      await watchdog.onPicture(null);
    }
  });
}

export function createTimeoutError(): ApiError {
  return new ApiError('INVALID', PICTURE_TOO_SLOW);
}
