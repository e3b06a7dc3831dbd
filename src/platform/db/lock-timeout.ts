import { setTimeout as delay } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';

/** How long changes of tables wait for locks. */
interface LockWait {
  /** For one lock. Meanwhile all statements that are sent later to the same table wait too. */
  readonly timeoutMs: number;
  /** Between two attempts, for these statements to run. */
  readonly pauseMs: number;
  /** For all attempts. A backup reads all tables in one transaction, which takes minutes. */
  readonly maxWaitMs: number;
}

export const LOCK_WAIT: LockWait = { timeoutMs: 1_000, pauseMs: 2_000, maxWaitMs: 600_000 };

/** SQLSTATE lock_not_available. */
const LOCK_TIMEOUT = '55P03';

/** Limits the wait for each lock in the rest of the transaction. */
export async function setLockTimeout(client: Client, { timeoutMs }: LockWait): Promise<void> {
  await client.query(`set local lock_timeout = ${timeoutMs}`);
}

/**
 * Repeats a transaction that could not get a lock in time.
 * @param onFirstTimeout called before the second attempt
 * @returns undefined if the last attempt could not get it either
 */
export async function retryOnLockTimeout<Result>(
  run: () => Promise<Result>,
  { pauseMs, maxWaitMs }: LockWait,
  onFirstTimeout: () => void,
): Promise<Result | undefined> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== LOCK_TIMEOUT) throw error;
      if (performance.now() - start > maxWaitMs) return undefined;
      if (attempt === 1) onFirstTimeout();
      await delay(pauseMs);
    }
  }
}
