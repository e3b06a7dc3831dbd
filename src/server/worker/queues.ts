import { importQueue } from '../../features/import-export/browser/import-queue.server.ts';
import { bulkQueue } from '../../features/locations/bulk-changes/bulk-queue.server.ts';
import { ingestion } from '../../features/media/uploads/ingestion-queue.server.ts';
import { renditions } from '../../features/media/renditions-queue.server.ts';
import { deletionQueue } from '../../features/accounts/deletion/deletion-queue.server.ts';
import { exportQueue } from '../../features/personal-data/export-queue.server.ts';
import { mailQueue } from '../../platform/mail/outbox.ts';

/** All job queues. */
export const QUEUES = [ingestion, renditions, mailQueue, bulkQueue, importQueue, exportQueue, deletionQueue];
