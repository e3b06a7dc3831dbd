import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Solves the one challenge that it is sent; answers null when that cannot be done. */
self.onmessage = async ({ data }: MessageEvent<Challenge>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has only its owner to answer
  self.postMessage(await solveChallenge({ challenge: data, deriveKey }).catch(() => null));
};
