import { useRef } from 'react';
import { ApiError } from '../../../platform/http/contract.ts';
import { CHALLENGE_LIFETIME_SECONDS, VERIFICATION_MESSAGE, type VerificationAction } from '../schema.ts';

/** Left for the answer to reach the server (milliseconds). */
const EXPIRY_MARGIN_MS = 60_000;

export interface Verification {
  /** Begins to solve a challenge, unless one is being solved or solved already and still good. */
  readonly prepare: () => void;
  /**
   * Resolves to a solution to send, each time another one.
   * @throws {ApiError} VERIFICATION_FAILED, whatever it failed of
   */
  readonly take: () => Promise<string>;
}

/** Proves in the background that a person is asking. */
export function useVerification(
  action: VerificationAction,
  challenge: (action: VerificationAction) => Promise<unknown>,
): Verification {
  const current = useRef<{ readonly since: number; readonly solution: Promise<string> }>(undefined);
  const start = () => {
    const preparation = { since: Date.now(), solution: challenge(action).then(solve) };
    // A failure matters only to whoever takes the solution; before that it is a reason to begin again.
    preparation.solution.catch(() => {
      if (current.current === preparation) current.current = undefined;
    });
    return (current.current = preparation);
  };
  const getPreparation = () => {
    const { current: preparation } = current;
    return preparation && Date.now() - preparation.since < CHALLENGE_LIFETIME_SECONDS * 1000 - EXPIRY_MARGIN_MS
      ? preparation
      : start();
  };
  return {
    prepare: () => void getPreparation(),
    take: () => {
      const { solution } = getPreparation();
      current.current = undefined;
      return solution.catch(() => {
        throw new ApiError('VERIFICATION_FAILED', VERIFICATION_MESSAGE);
      });
    },
  };
}

/** Works on a challenge in a thread of its own and returns what the server verifies. */
async function solve(challenge: unknown): Promise<string> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<unknown>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve(null);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      worker.postMessage(challenge);
    });
    if (solution === null) throw new Error('The challenge could not be solved.');
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
