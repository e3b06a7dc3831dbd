import { resumeDeletions } from '../../features/accounts/deletion/jobs.server.ts';
import { deleteOldTokens } from '../../features/api-tokens/commands.server.ts';
import { deleteUnverifiedAccounts } from '../../features/accounts/deletion/unverified.jobs.server.ts';
import { deleteExpired } from '../../features/accounts/cleanup.jobs.server.ts';
import { deleteOldShareMails } from '../../features/boards/sharing/jobs.server.ts';
import { deleteOrphanedDocuments } from '../../features/documents/jobs.server.ts';
import { deleteUnusedFiles } from '../../features/enquiries/files/jobs.server.ts';
import { closeSilentEnquiries, deleteOldEnquiries } from '../../features/enquiries/jobs.server.ts';
import { deleteUnusedMapFiles } from '../../features/geography/map-files/jobs.server.ts';
import { deleteOldImports } from '../../features/import-export/browser/jobs.server.ts';
import { deleteOldBulkChanges } from '../../features/locations/bulk-changes/jobs.server.ts';
import { deleteOldChanges } from '../../features/locations/catalogue/published/jobs.server.ts';
import {
  deleteAbandonedUploads,
  deleteOldQuotas,
  deleteOrphanedChunks,
} from '../../features/media/uploads/cleanup.jobs.server.ts';
import { deleteOldEmptySearches } from '../../features/search/empty-searches/commands.server.ts';
import { deleteUnusedPictures } from '../../features/media/jobs.server.ts';
import { deleteOldExports } from '../../features/personal-data/jobs.server.ts';
import type { JobSender } from '../../platform/jobs.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log.ts';
import { deleteOldMails } from '../../platform/mail/outbox.ts';
import { publishEvent } from '../event-subscriptions.ts';
import { deleteOldCounts } from '../http/shared-counter.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';

const INTERVAL_MS = 3_600_000;
const TASKS: Readonly<Record<string, (db: Db, storage: Storage, jobs: JobSender) => Promise<void>>> = {
  changes: deleteOldChanges,
  uploads: deleteAbandonedUploads,
  'orphaned chunks': deleteOrphanedChunks,
  'upload quotas': deleteOldQuotas,
  pictures: deleteUnusedPictures,
  'orphaned documents': deleteOrphanedDocuments,
  'silent enquiries': (db) => closeSilentEnquiries(db),
  enquiries: (db) => deleteOldEnquiries(db),
  'enquiry files': deleteUnusedFiles,
  imports: (db) => deleteOldImports(db),
  'bulk changes': (db) => deleteOldBulkChanges(db),
  'map files': deleteUnusedMapFiles,
  mails: deleteOldMails,
  sessions: (db) => deleteExpired(db),
  'unverified accounts': (db) => deleteUnverifiedAccounts(db, publishEvent),
  'service tokens': (db) => deleteOldTokens(db),
  'request counts': deleteOldCounts,
  'empty searches': (db) => deleteOldEmptySearches(db, new Date()),
  'personal data': (db, storage) => deleteOldExports(db, storage),
  'account deletions': (db, _storage, jobs) => resumeDeletions(db, jobs),
  'share mail log': (db) => deleteOldShareMails(db),
};

/** Deletes data whose retention period is over, now and then every hour. Safe to run in several workers at the same time. */
export function startScheduledCleanup(db: Db, storage: Storage, jobs: JobSender, log: Pick<Log, 'warn'>): PeriodicTask {
  return startPeriodicTask(INTERVAL_MS, (signal) => cleanUp(db, storage, jobs, log, signal));
}

/** Runs each task once. A failed task runs again an hour later, and so do those left when the signal is aborted. */
export async function cleanUp(
  db: Db,
  storage: Storage,
  jobs: JobSender,
  log: Pick<Log, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  for (const [task, run] of Object.entries(TASKS)) {
    if (signal?.aborted) return;
    await run(db, storage, jobs).catch((error: unknown) => log.warn({ err: error, task }, 'scheduled cleanup failed'));
  }
}
