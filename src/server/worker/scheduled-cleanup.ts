import type { Kysely } from 'kysely';
import { deleteExpired } from '../../features/accounts/jobs.server.ts';
import { deleteOldShareMails } from '../../features/boards/sharing/jobs.server.ts';
import { deleteOrphanedDocuments } from '../../features/documents/jobs.server.ts';
import { deleteOldChanges } from '../../features/locations/jobs.server.ts';
import {
  deleteAbandonedUploads,
  deleteOldQuotas,
  deleteOrphanedChunks,
} from '../../features/media/uploads/cleanup.jobs.server.ts';
import { deleteUnusedPictures } from '../../features/media/jobs.server.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Log } from '../../platform/log.ts';
import { deleteOldMails } from '../../platform/mail/outbox.ts';
import type { Storage } from '../../platform/storage/storage.ts';

const INTERVAL_MS = 3_600_000;
const TASKS: Readonly<Record<string, (db: Kysely<Database>, storage: Storage) => Promise<void>>> = {
  changes: deleteOldChanges,
  uploads: deleteAbandonedUploads,
  'chunks of uploads': deleteOrphanedChunks,
  'upload quotas': deleteOldQuotas,
  pictures: deleteUnusedPictures,
  'files of documents': deleteOrphanedDocuments,
  mails: deleteOldMails,
  sessions: (db) => deleteExpired(db),
  'counts of mails': (db) => deleteOldShareMails(db),
};

/** Removes what was kept for long enough, at once and then every hour. That several workers do so at the same time is no harm. */
export function startScheduledCleanup(
  db: Kysely<Database>,
  storage: Storage,
  log: Pick<Log, 'warn'>,
): { stop(): Promise<void> } {
  const cleanUp = async () => {
    for (const [what, remove] of Object.entries(TASKS)) {
      // What fails now is removed an hour later.
      await remove(db, storage).catch((error: unknown) =>
        log.warn({ err: error, what }, 'could not remove what is old'),
      );
    }
  };
  let running = cleanUp();
  const timer = setInterval(() => (running = running.then(cleanUp)), INTERVAL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
