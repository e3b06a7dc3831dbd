import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.ts';
import type { Trx } from '../db/transaction.ts';
import type { JobSender } from '../jobs.ts';
import { mailQueue } from './outbox.ts';

/** A mail that was given up, without what it says and to whom: enough to see what went wrong. */
export interface DeadLetter {
  readonly id: string;
  readonly kind: string;
  readonly created_at: Date;
  readonly failed_at: Date;
  readonly attempts: number;
  readonly last_error: string | null;
}

/** The mails that were given up, the oldest first. */
export function deadLetters(db: Kysely<Database>): Promise<DeadLetter[]> {
  return deadLetterRows(db).orderBy('created_at').execute();
}

/** The mails that were given up last, and how many there are. */
export async function latestDeadLetters(
  db: Kysely<Database>,
  limit: number,
): Promise<{ total: number; letters: DeadLetter[] }> {
  const { total } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const letters = await deadLetterRows(db).orderBy('failed_at', 'desc').orderBy('id').limit(limit).execute();
  return { total, letters };
}

/** The ids of all mails that were given up, the last first. */
export async function deadLetterIds(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of some mails that are still given up, the last first. */
export function deadLettersWith(db: Kysely<Database>, ids: readonly string[]): Promise<DeadLetter[]> {
  return deadLetterRows(db).where('id', 'in', ids).orderBy('failed_at', 'desc').orderBy('id').execute();
}

function deadLetterRows(db: Kysely<Database>) {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'created_at', 'failed_at', 'attempts', 'last_error'])
    .where('failed_at', 'is not', null)
    .$narrowType<{ failed_at: Date }>();
}

/** Queues one dead letter again, with all attempts before it; gives of what kind it is, or nothing where there is none. */
export async function retryDeadLetter(
  trx: Trx,
  jobs: Pick<JobSender, 'enqueue'>,
  id: string,
): Promise<string | undefined> {
  const letter = await trx
    .updateTable('outbox')
    .set({ failed_at: null })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning('kind')
    .executeTakeFirst();
  if (letter) await jobs.enqueue(trx, mailQueue, { id });
  return letter?.kind;
}

/** Removes a dead letter; gives of what kind it was, or nothing where there was none. */
export async function discardDeadLetter(trx: Trx, id: string): Promise<string | undefined> {
  const letter = await trx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning('kind')
    .executeTakeFirst();
  return letter?.kind;
}

/** Queues every dead letter again, with all attempts before it; gives their number. */
export async function retryDeadLetters(trx: Trx, jobs: Pick<JobSender, 'enqueue'>): Promise<number> {
  const letters = await trx
    .updateTable('outbox')
    .set({ failed_at: null })
    .where('failed_at', 'is not', null)
    .returning('id')
    .execute();
  for (const { id } of letters) await jobs.enqueue(trx, mailQueue, { id });
  return letters.length;
}
