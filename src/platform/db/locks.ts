import { CompiledQuery, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Trx } from './transaction.ts';

/** SQL that takes the advisory lock named $1 until the transaction ends. */
export const ADVISORY_LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

/** Serialises transactions that take the same lock. The name says what it protects, such as `mails of ID`. */
export async function lockByName(trx: Trx, name: string): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(ADVISORY_LOCK, [name]));
}

const FILE_DELETION = 'file deletion';

/**
 * Whether stored files may be deleted in this transaction. While a backup reads them they must stay, so that it has every file that its
 * snapshot of the database refers to; they are deleted later. Otherwise keeps backups waiting until the transaction ends.
 */
export async function mayDeleteFiles(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${FILE_DELETION}, 0)) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

/** Prevents the deletion of stored files until the connection is closed. Waits for deletions in progress. */
export async function preventFileDeletion(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [FILE_DELETION]);
}

/** Takes a lock until the connection is closed; false if another connection has it. */
export async function tryLockByName(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [name],
  );
  return rows[0]?.locked === true;
}

/** Takes a lock for work that lasts minutes: switches off the statement timeout of the transaction. */
export async function lockForLongWork(trx: Trx, name: string): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockByName(trx, name);
}
