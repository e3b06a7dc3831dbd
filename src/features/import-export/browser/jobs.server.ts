import type { Db } from '../../../platform/db/transaction.ts';
import type { JobWorker } from '../../../platform/jobs/job-queue.ts';
import { checkStoredRows, failCheck } from './check.commands.server.ts';
import { importQueue } from './import-queue.server.ts';

/** How long an uploaded file is kept that nobody imports. */
const RETENTION_MS = 86_400_000;

/** Performs dry runs of uploaded files. */
export async function startImportWorker({ db, jobs }: { readonly db: Db; readonly jobs: JobWorker }): Promise<void> {
  await jobs.work(importQueue, {
    run: ({ id, version }) => checkStoredRows(db, { id, version, at: new Date() }),
    onRetriesExhausted: (job) => failCheck(db, job),
  });
}

/** Deletes the rows of files whose import has ended, and of those that nobody has imported in time. */
export async function deleteOldImports(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('state', '<>', 'APPLIED')
    .where('created_at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute();
  await db
    .deleteFrom('imports')
    .where('bulk_change_id', 'in', (changes) =>
      changes.selectFrom('bulk_changes').select('id').where('state', '<>', 'RUNNING'),
    )
    .execute();
}
