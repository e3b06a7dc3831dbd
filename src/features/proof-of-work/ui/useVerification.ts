import { useRef } from 'react';
import { ApiError, isApiError } from '../../../platform/http/contract.ts';
import { CHALLENGE_LIFETIME_SECONDS, type VerificationAction } from '../schema.ts';
import { VERIFICATION_FAILED } from '../messages.ts';

/** Time reserved for sending the solution (milliseconds). */
const EXPIRY_MARGIN_MS = 60_000;

export interface Verification {
  /** Starts solving a challenge, unless a valid solution is in progress or ready. */
  readonly prepare: () => void;
  /**
   * Resolves to a solution, a new one for each call.
   * @throws {ApiError} that of the server if it says when to try again, as in an outage; else VERIFICATION_FAILED
   */
  readonly getSolution: () => Promise<string>;
}

/** Solves verification challenges in the background. */
export function useVerification(
  action: VerificationAction,
  fetchChallenge: (action: VerificationAction) => Promise<unknown>,
): Verification {
  const current = useRef<{ readonly since: number; readonly solution: Promise<string> }>(undefined);
  const start = () => {
    const preparation = { since: Date.now(), solution: fetchChallenge(action).then(solve) };
    // getSolution() reports a failure; before that, the next call starts again.
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
    getSolution: () => {
      const { solution } = getPreparation();
      current.current = undefined;
      return solution.catch((error: unknown) => {
        throw isApiError(error) && error.retryAfter !== undefined
          ? error
          : new ApiError('VERIFICATION_FAILED', VERIFICATION_FAILED);
      });
    },
  };
}

/** Solves a challenge in a worker and returns the encoded solution. */
async function solve(challenge: unknown): Promise<string> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<unknown>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve(null);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is not a window
      worker.postMessage(challenge);
    });
    if (solution === null) throw new Error('The challenge could not be solved.');
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    worker.terminate();
  }
}
