import { CompiledQuery, sql } from 'kysely';
import type { Trx } from './transaction.ts';

/** Waits for the advisory lock named $1, and holds it until the transaction ends. */
export const ADVISORY_LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

/** Lets transactions that name the same lock run one after the other. The name says what is guarded, such as `mails of ID`. */
export async function lockByName(trx: Trx, name: string): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(ADVISORY_LOCK, [name]));
}

/** The same for work of minutes: waiting for it and doing it are exempt from the statement timeout. */
export async function lockForLongWork(trx: Trx, name: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockByName(trx, name);
}
