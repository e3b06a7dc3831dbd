import { useRef } from 'react';
import { ApiError } from '../../../platform/http/contract.ts';
import { CHALLENGE_LIFETIME_SECONDS, type VerificationAction } from '../schema.ts';
import { VERIFICATION_FAILED } from '../messages.ts';

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
  const begin = () => {
    const begun = { since: Date.now(), solution: challenge(action).then(solve) };
    // A failure matters only to whoever takes the solution; before that it is a reason to begin again.
    begun.solution.catch(() => {
      if (current.current === begun) current.current = undefined;
    });
    return (current.current = begun);
  };
  const prepared = () => {
    const { current: begun } = current;
    return begun && Date.now() - begun.since < CHALLENGE_LIFETIME_SECONDS * 1000 - EXPIRY_MARGIN_MS ? begun : begin();
  };
  return {
    prepare: () => void prepared(),
    take: () => {
      const { solution } = prepared();
      current.current = undefined;
      return solution.catch(() => {
        throw new ApiError('VERIFICATION_FAILED', VERIFICATION_FAILED);
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
