import type { Db } from '../../../platform/db/transaction.ts';
import type { JobWorker } from '../../../platform/jobs/job-queue.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/text/durations.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import type { RowImporter } from './batch.ts';
import { failChange, performBatch } from './batch.commands.server.ts';
import { bulkQueue } from './bulk-queue.server.ts';

const PREVIEW_RETENTION_MS = HOUR_MS;
/** How long reports are kept. */
const REPORT_RETENTION_DAYS = 90;

/** Performs changes of many locations, batch by batch. */
export async function startBulkChangeWorker(
  deps: LocationDeps & { readonly db: Db; readonly jobs: JobWorker; readonly rowImporter: RowImporter },
): Promise<void> {
  const { db, jobs } = deps;
  await jobs.work(bulkQueue, {
    run: ({ id }) => db.transaction().execute((trx) => performBatch(trx, deps, jobs, { id, at: new Date() })),
    onRetriesExhausted: ({ id }) => db.transaction().execute((trx) => failChange(trx, deps, id, new Date())),
  });
}

/** Deletes previews and reports whose time is over, and the former values of changes that can no longer be undone. */
export async function deleteOldBulkChanges(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db
    .deleteFrom('bulk_changes')
    .where('state', '=', 'PREVIEW')
    .where('created_at', '<', before(PREVIEW_RETENTION_MS))
    .execute();
  await db
    .deleteFrom('bulk_changes')
    .where('finished_at', '<', before(REPORT_RETENTION_DAYS * DAY_MS))
    .execute();
  await db
    .updateTable('bulk_change_items')
    .set({ before: null })
    .where('before', 'is not', null)
    .where('bulk_change_id', 'in', (changes) =>
      changes.selectFrom('bulk_changes').select('id').where('undo_until', '<', now).where('state', '<>', 'UNDOING'),
    )
    .execute();
}
