import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../http/contract.ts';
import { lockByName } from '../db/locks.ts';
import type { Trx } from '../db/transaction.ts';

interface RowLimit {
  /** Names what is counted, such as `views of ID`: transactions that count the same run one after the other. */
  readonly lock: string;
  /** SQL of one number: what there is, with what this transaction has added already. */
  readonly count: RawBuilder<unknown>;
  readonly max: number;
  /** Rows that this transaction adds after the check. */
  readonly adding?: number;
  readonly message: (max: number) => string;
}

/** Whether a limit of rows, or of bytes, is kept. Nothing else is counted by the same name until the transaction ends. */
export async function isWithinLimit(
  trx: Trx,
  { lock, count, max, adding = 0 }: Omit<RowLimit, 'message'>,
): Promise<boolean> {
  await lockByName(trx, lock);
  const { rows } = await sql<{ count: number }>`select (${count})::float8 as count`.execute(trx);
  return (rows[0]?.count ?? 0) + adding <= max;
}

/**
 * Throws if a limit of rows, or of bytes, would be exceeded. Take the lock after the locks of rows, so that all transactions lock in the same
 * order.
 * @throws {ApiError} CONFLICT
 */
export async function assertWithinLimit(trx: Trx, { message, ...limit }: RowLimit): Promise<void> {
  if (!(await isWithinLimit(trx, limit))) throw new ApiError('CONFLICT', message(limit.max));
}
