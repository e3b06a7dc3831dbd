import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { PICTURE_TOO_SLOW } from './messages.ts';

/** Who outlives this process, should a picture end it. */
export interface Watcher {
  /** Told which picture is in work before anything of it is opened, and null once it is done. */
  readonly inWork: (sha256: string | null) => Promise<void>;
  /** Ends this process, with the picture in work as the cause: no other thread can stop a decoder. */
  readonly overran: () => void;
  /** Pictures that have ended processes like this one by what they are: they are opened no more. */
  readonly dangerous: ReadonlySet<string>;
}

/**
 * For one step of the work on a picture (milliseconds). Decoding has a shorter limit of its own, and the longest step takes some
 * seconds: only what would never come to an end takes so long.
 */
const MOST_MS = 60_000;

/**
 * The largest picture takes 700 MB while it is decoded: two at the same time would be more than the worker may have. Files of
 * renditions take their turn as well, one at a time, so that visitors keep a processor, and what is sent waits for one of
 * them at most. With one at a time it is also known which one has ended a process.
 */
const oneByOne = limitConcurrency(1);

let watcher: Watcher = { inWork: async () => {}, overran: () => {}, dangerous: new Set() };

/** Has all work on pictures in this process watched from now on. */
export function watchPictures(by: Watcher): void {
  watcher = by;
}

/**
 * Does one step of the work on a picture, as the only one in this process.
 * @throws {ApiError} INVALID for a picture that has ended processes before
 */
export function workOn<Result>(sha256: string, step: () => Promise<Result>, mostMs = MOST_MS): Promise<Result> {
  return oneByOne(async () => {
    if (watcher.dangerous.has(sha256)) throw takesTooLong();
    await watcher.inWork(sha256);
    const timer = setTimeout(watcher.overran, mostMs);
    try {
      return await step();
    } finally {
      clearTimeout(timer);
      await watcher.inWork(null);
    }
  });
}

export function takesTooLong(): ApiError {
  return new ApiError('INVALID', PICTURE_TOO_SLOW);
}
