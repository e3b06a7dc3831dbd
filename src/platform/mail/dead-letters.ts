import type { Selectable } from 'kysely';
import { readByCursor } from '../db/cursor.ts';
import type { Database } from '../db/tables.ts';
import type { Db, Trx } from '../db/transaction.ts';
import type { JobSender } from '../jobs/job-queue.ts';
import { mailQueue } from './outbox.ts';

const COLUMNS = ['id', 'kind', 'created_at', 'failed_at', 'attempts', 'last_error'] as const;
/** An email that could not be delivered, without content and recipient. */
export type DeadLetter = Pick<Selectable<Database['outbox']>, (typeof COLUMNS)[number]> & { readonly failed_at: Date };

/** Lists all dead letters, oldest first. */
export function listDeadLetters(db: Db): Promise<DeadLetter[]> {
  return selectDeadLetters(db).orderBy('created_at').execute();
}

/** Counts the emails that wait for another attempt after a failed one, and returns the reason of the latest. */
export async function summariseRetries(db: Db): Promise<{ mails: number; lastError: string | null }> {
  const waiting = await db
    .selectFrom('outbox')
    .select(['last_error', (eb) => eb.fn.countAll<number>().over().as('mails')])
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('last_error', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { mails: waiting?.mails ?? 0, lastError: waiting?.last_error ?? null };
}

/** Lists the dead letters that failed last, and counts all. */
export async function listLatestDeadLetters(db: Db, limit: number): Promise<{ total: number; letters: DeadLetter[] }> {
  const { total } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const letters = await selectDeadLetters(db).orderBy('failed_at', 'desc').orderBy('id').limit(limit).execute();
  return { total, letters };
}

/** Reads all dead letters in batches, latest failure first, and converts each. */
export function readDeadLetters<Result>(db: Db, convert: (letter: DeadLetter) => Result): AsyncGenerator<Result[]> {
  return readByCursor(
    db,
    (snapshot) => selectDeadLetters(snapshot).orderBy('failed_at', 'desc').orderBy('id'),
    async (_snapshot, letters) => letters.map(convert),
  );
}

function selectDeadLetters(db: Db) {
  return db.selectFrom('outbox').select(COLUMNS).where('failed_at', 'is not', null).$narrowType<{ failed_at: Date }>();
}

/** Queues all dead letters, or only the one with an id, again with a new set of attempts. Returns their kinds. */
export async function retryDeadLetters(trx: Trx, jobs: Pick<JobSender, 'enqueue'>, onlyId?: string): Promise<string[]> {
  const letters = await trx
    .updateTable('outbox')
    .set({ failed_at: null })
    .where('failed_at', 'is not', null)
    .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId!))
    .returning(['id', 'kind'])
    .execute();
  for (const { id } of letters) await jobs.enqueue(trx, mailQueue, { id });
  return letters.map(({ kind }) => kind);
}

/** Deletes a dead letter. Returns its kind; undefined if there is none. */
export async function discardDeadLetter(trx: Trx, id: string): Promise<string | undefined> {
  const letter = await trx
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning('kind')
    .executeTakeFirst();
  return letter?.kind;
}
