import { CompiledQuery, sql } from 'kysely';
import type { Trx } from './transaction.ts';

/** SQL that takes the advisory lock named $1 until the transaction ends. */
export const ADVISORY_LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

/** Serialises transactions that take the same lock. The name says what it protects, such as `mails of ID`. */
export async function lockByName(trx: Trx, name: string): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(ADVISORY_LOCK, [name]));
}

/** Takes a lock for work that lasts minutes: switches off the statement timeout of the transaction. */
export async function lockForLongWork(trx: Trx, name: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockByName(trx, name);
}
