import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import { ApiError } from '../../platform/http/contract.ts';

/** Who outlives this process, should a picture end it. */
export interface Watchdog {
  /** Told which picture is in work before anything of it is opened, and null once it is done. */
  readonly onPicture: (sha256: string | null) => Promise<void>;
  /** Ends this process, with the picture in work as the cause: no other thread can stop a decoder. */
  readonly onTimeout: () => void;
  /** Pictures that have ended processes like this one by what they are: they are opened no more. */
  readonly dangerous: ReadonlySet<string>;
}

/**
 * For one step of the work on a picture (milliseconds). Decoding has a shorter limit of its own, and the longest step takes some
 * seconds: only what would never come to an end takes so long.
 */
const TIMEOUT_MS = 60_000;

/**
 * The largest picture takes 700 MB while it is decoded: two at the same time would be more than the worker may have. Files of
 * renditions take their turn as well, one at a time, so that visitors keep a processor, and what is sent waits for one of
 * them at most. With one at a time it is also known which one has ended a process.
 */
const runExclusively = limitConcurrency(1);

let watchdog: Watchdog = { onPicture: async () => {}, onTimeout: () => {}, dangerous: new Set() };

/** Has all work on pictures in this process watched from now on. */
export function setWatchdog(by: Watchdog): void {
  watchdog = by;
}

/**
 * Does one step of the work on a picture, as the only one in this process.
 * @throws {ApiError} INVALID for a picture that has ended processes before
 */
export function runWatched<Result>(
  sha256: string,
  step: () => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  return runExclusively(async () => {
    if (watchdog.dangerous.has(sha256)) throw createTimeoutError();
    await watchdog.onPicture(sha256);
    const timer = setTimeout(watchdog.onTimeout, timeoutMs);
    try {
      return await step();
    } finally {
      clearTimeout(timer);
      await watchdog.onPicture(null);
    }
  });
}

export function createTimeoutError(): ApiError {
  return new ApiError('INVALID', 'This picture takes too long to open. Please export it again.');
}
