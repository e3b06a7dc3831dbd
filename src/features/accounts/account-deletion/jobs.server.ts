import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import type { JobSender, JobWorker } from '../../../platform/jobs/job-queue.ts';
import { deletionQueue } from './deletion-queue.server.ts';

/** Deletes some of the data that is left of a deleted account, and returns how many rows; 0 when nothing is left. */
export type DeleteBatch = (
  trx: Trx,
  account: { readonly userId: string; readonly actorId: string | null; readonly at: Date },
) => Promise<number>;

interface Deps {
  readonly db: Db;
  readonly jobs: JobWorker;
  readonly deleteBatch: DeleteBatch;
}

export async function startDeletionWorker({ db, jobs, deleteBatch }: Deps): Promise<void> {
  await jobs.work(deletionQueue, {
    run: ({ userId }) => db.transaction().execute((trx) => performBatch(trx, jobs, deleteBatch, userId)),
    // It stays open, and resumeDeletions() tries it again.
    onRetriesExhausted: async () => {},
  });
}

/** Performs the next batch of a deletion, and adds the job for the one after it. Batches of one account run one after the other. */
export async function performBatch(
  trx: Trx,
  jobs: Pick<JobSender, 'enqueue'>,
  deleteBatch: DeleteBatch,
  userId: string,
): Promise<void> {
  const deletion = await trx
    .selectFrom('account_deletions')
    .select('started_by')
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!deletion) return;
  const deleted = await deleteBatch(trx, { userId, actorId: deletion.started_by, at: new Date() });
  await trx
    .updateTable('account_deletions')
    .set((eb) => (deleted > 0 ? { deleted: eb('deleted', '+', deleted) } : { finished_at: new Date() }))
    .where('user_id', '=', userId)
    .execute();
  if (deleted > 0) await jobs.enqueue(trx, deletionQueue, { userId });
}

/** Adds the job of a deletion, if data of this account is left. */
export async function enqueueRemainder(trx: Trx, jobs: Pick<JobSender, 'enqueue'>, userId: string): Promise<void> {
  const open = await trx
    .selectFrom('account_deletions')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (open) await jobs.enqueue(trx, deletionQueue, { userId });
}

/** Adds the jobs of open deletions again: for a failed one, and for one that the command line has begun. Another job does no harm. */
export async function resumeDeletions(db: Db, jobs: Pick<JobSender, 'enqueue'>): Promise<void> {
  const open = await db.selectFrom('account_deletions').select('user_id').where('finished_at', 'is', null).execute();
  for (const { user_id: userId } of open) {
    const { rows } = await sql`
      select from pgboss.job
      where name = ${deletionQueue.name} and state < 'completed' and data->>'userId' = ${userId} limit 1`.execute(db);
    if (rows.length === 0) await db.transaction().execute((trx) => jobs.enqueue(trx, deletionQueue, { userId }));
  }
}
