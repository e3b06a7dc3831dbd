import type { Kysely } from 'kysely';
import type { Database } from '../db/tables.ts';
import type { Trx } from '../events.ts';
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
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'created_at', 'failed_at', 'attempts', 'last_error'])
    .where('failed_at', 'is not', null)
    .orderBy('created_at')
    .$narrowType<{ failed_at: Date }>()
    .execute();
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
