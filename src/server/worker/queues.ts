import { ingestion } from '../../features/media/uploads/queue.server.ts';
import { renditions } from '../../features/media/queue.server.ts';
import { mailQueue } from '../../platform/mail/outbox.ts';

/** Every queue, for those who ask for work and for those who do it. */
export const QUEUES = [ingestion, renditions, mailQueue];
