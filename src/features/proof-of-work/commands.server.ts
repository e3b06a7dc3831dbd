import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { getSecret } from '../../platform/db/secrets.ts';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { CHALLENGE_LIFETIME_SECONDS, type VerificationAction } from './schema.ts';
import { VERIFICATION_FAILED } from './messages.ts';

/** Verifies that a request comes from a human. Other providers can implement the same interface. */
export interface HumanVerification {
  /** Creates a challenge that the browser has to solve for an action. */
  challenge(action: VerificationAction): Promise<Record<string, unknown>>;
  /**
   * Accepts a solution once: it is used up if and only if the transaction commits.
   * @throws {ApiError} VERIFICATION_FAILED
   */
  verify(trx: Trx, action: VerificationAction, solution: string): Promise<void>;
}

/**
 * Cost of a challenge: PBKDF2 with this number of rounds for each counter up to a secret one. The secret counter is drawn from a
 * range, which limits the longest wait.
 */
export interface ChallengeCost {
  readonly rounds: number;
  readonly counters: { readonly min: number; readonly max: number };
}

/** See the README for measurements. */
const COST: ChallengeCost = { rounds: 5_000, counters: { min: 100, max: 300 } };
const CLEANUP_BATCH = 100;

const payload = z.object({
  challenge: z.object({
    parameters: z.strictObject({
      algorithm: z.string(),
      cost: z.number(),
      data: z.strictObject({ action: z.string() }),
      expiresAt: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});

/** ALTCHA's proof of work, self-hosted. All nodes sign with the same key from the database. Tests lower the cost. */
export function createProofOfWork(db: Db, { rounds, counters }: ChallengeCost = COST): HumanVerification {
  const getSigningKey = createKeyCache();
  return {
    challenge: async (action) => ({
      ...(await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(counters.max, counters.min),
        data: { action },
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1000) + CHALLENGE_LIFETIME_SECONDS,
        ...(await getSigningKey(db)),
      })),
    }),
    verify: async (trx, action, solution) => {
      const solved = payload.safeParse(decode(solution)).data;
      if (solved?.challenge.parameters.data.action !== action) throw verificationError();
      const { verified } = await verifySolution({ ...solved, deriveKey, ...(await getSigningKey(trx)) });
      if (!verified) throw verificationError();
      await markUsed(trx, solved.challenge.signature, new Date(solved.challenge.parameters.expiresAt * 1000));
    },
  };
}

/** Decodes a solution: base64 of JSON. */
function decode(solution: string): unknown {
  try {
    return JSON.parse(Buffer.from(solution, 'base64').toString());
  } catch {
    return undefined;
  }
}

/** Concurrent transactions with the same solution wait for the first, and fail if it commits. */
async function markUsed(trx: Trx, signature: string, expiresAt: Date): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_challenges')
    .values({ signature, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw verificationError();
  await deleteExpired(trx);
}

/** Deletes a batch of expired entries. SKIP LOCKED prevents deadlocks with concurrent deletions. */
async function deleteExpired(trx: Trx): Promise<void> {
  await trx
    .deleteFrom('used_challenges')
    .where('signature', 'in', (eb) =>
      eb
        .selectFrom('used_challenges')
        .select('signature')
        .where('expires_at', '<', new Date())
        .limit(CLEANUP_BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

function verificationError(): ApiError {
  return new ApiError('VERIFICATION_FAILED', VERIFICATION_FAILED);
}

/** Returns a function that reads the key once. A failure is not cached. */
function createKeyCache() {
  let cached: ReturnType<typeof readKey> | undefined;
  return (db: Db) => {
    cached ??= readKey(db).catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}

async function readKey(db: Db) {
  const secret = await getSecret(db, 'verification');
  return { hmacSignatureSecret: `challenge ${secret}`, hmacKeySignatureSecret: `solution ${secret}` };
}
