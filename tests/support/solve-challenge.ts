import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ChallengeCost } from '../../src/features/proof-of-work/commands.server.ts';

/** For tests that are not about the cost itself. */
export const LOW_COST: ChallengeCost = { rounds: 2, counters: { min: 1, max: 3 } };

/** Solves a proof-of-work challenge as a browser does. Returns the encoded solution. */
export async function solveAsBrowser(challenge: Record<string, unknown>): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey });
  if (!solution) throw new Error('the challenge was not solved in time');
  return encodeSolution(challenge, solution);
}

function encodeSolution(challenge: Record<string, unknown>, solution: Solution): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
