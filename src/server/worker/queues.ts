import { mailQueue } from '../../platform/mail/outbox.ts';
import { FEATURES } from '../features.ts';

/** All job queues. */
export const QUEUES = [mailQueue, ...FEATURES.flatMap(({ queues = [] }) => queues)];
