import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Solves a challenge and posts the solution, or null on failure. */
self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker can only post to its owner
  self.postMessage(await solveChallenge({ challenge: data, deriveKey }).catch(() => null));
};
