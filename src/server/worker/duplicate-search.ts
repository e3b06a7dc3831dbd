import { findDuplicates } from '../../features/duplicates/jobs.server.ts';
import { addMissingHashes } from '../../features/media/renditions.jobs.server.ts';
import type { Db } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';

/** How soon a changed location is compared with the others. */
const INTERVAL_MS = 10_000;
const HASHES_INTERVAL_MS = 3_600_000;

/** Compares changed locations with the others, and computes missing hashes of pictures. Safe to run in several workers at the same time. */
export function startDuplicateSearch(db: Db, storage: Storage, log: Pick<Log, 'warn'>): PeriodicTask {
  let hashesDueAt = 0;
  const search = async (signal: AbortSignal) => {
    if (Date.now() >= hashesDueAt) {
      hashesDueAt = Date.now() + HASHES_INTERVAL_MS;
      await addMissingHashes(db, storage, signal);
    }
    await findDuplicates(db, signal);
  };
  // A failed search is repeated: its locations are still in the queue.
  return startPeriodicTask(INTERVAL_MS, (signal) =>
    search(signal).catch((error: unknown) => log.warn({ err: error }, 'the search for duplicates failed')),
  );
}
