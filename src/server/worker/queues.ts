import { ingestion } from '../../features/media/uploads/queue.server.ts';
import { renditions } from '../../features/media/queue.server.ts';
import { mailQueue } from '../../platform/mail/outbox.ts';

/** All job queues. */
export const QUEUES = [ingestion, renditions, mailQueue];
