import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { CHALLENGE_LIFETIME_SECONDS, type VerificationAction } from './schema.ts';
import { VERIFICATION_FAILED } from './messages.ts';

/** Tells people from programs. Another provider is another implementation. */
export interface HumanVerification {
  /** What the browser needs to prove that a person asks for the action. */
  challenge(action: VerificationAction): Promise<Record<string, unknown>>;
  /**
   * Accepts a proof once: it is spent if and only if the transaction commits.
   * @throws {ApiError} VERIFICATION_FAILED
   */
  verify(trx: Trx, action: VerificationAction, solution: string): Promise<void>;
}

/**
 * The work asked for: PBKDF2 with this many rounds, tried for each number up to the secret one. The number is drawn from a
 * range, so that nobody waits long: see the README for what that takes.
 */
const HASH_ROUNDS = 5_000;
const COUNTER_RANGE = { min: 100, max: 300 };
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

/** ALTCHA's proof of work, without a third party. All nodes sign with the same key, which the database holds. */
export function proofOfWork(db: Kysely<Database>): HumanVerification {
  const signing = createKeyCache();
  return {
    challenge: async (action) => ({
      ...(await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: HASH_ROUNDS,
        counter: randomInt(COUNTER_RANGE.max, COUNTER_RANGE.min),
        data: { action },
        deriveKey,
        expiresAt: Math.floor(Date.now() / 1000) + CHALLENGE_LIFETIME_SECONDS,
        ...(await signing(db)),
      })),
    }),
    verify: async (trx, action, solution) => {
      const solved = payload.safeParse(decode(solution)).data;
      if (solved?.challenge.parameters.data.action !== action) throw verificationFailed();
      const { verified } = await verifySolution({ ...solved, deriveKey, ...(await signing(trx)) });
      if (!verified) throw verificationFailed();
      await markUsed(trx, solved.challenge.signature, new Date(solved.challenge.parameters.expiresAt * 1000));
    },
  };
}

/** The widget's form: JSON in base64. */
function decode(solution: string): unknown {
  try {
    return JSON.parse(Buffer.from(solution, 'base64').toString());
  } catch {
    return undefined;
  }
}

/** Of transactions that spend the same solution at the same time, the others wait for the first, and fail if it commits. */
async function markUsed(trx: Trx, signature: string, expiresAt: Date): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_challenges')
    .values({ signature, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw verificationFailed();
  await deleteExpired(trx);
}

/** Skips what another transaction clears already, for waiting could be mutual. */
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

function verificationFailed(): ApiError {
  return new ApiError('VERIFICATION_FAILED', VERIFICATION_FAILED);
}

/** Reads the key when it is first needed; a failure to do so is not remembered. */
function createKeyCache() {
  let remembered: ReturnType<typeof readKey> | undefined;
  return (db: Kysely<Database>) => {
    remembered ??= readKey(db).catch((error: unknown) => {
      remembered = undefined;
      throw error;
    });
    return remembered;
  };
}

async function readKey(db: Kysely<Database>) {
  const secret = db.selectFrom('secrets').select('value').where('name', '=', 'verification');
  const { value } = await secret.executeTakeFirstOrThrow();
  return { hmacSignatureSecret: `challenge ${value}`, hmacKeySignatureSecret: `solution ${value}` };
}
