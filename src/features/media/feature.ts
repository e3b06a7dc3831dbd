import type { Feature } from '../../platform/feature/feature.ts';
import { deleteUnusedPictures } from './renditions.jobs.server.ts';
import { UPLOAD_DATA } from './personal-data.queries.server.ts';
import { renditions } from './renditions-queue.server.ts';
import { picture, upload } from './schema.ts';
import { deleteAbandonedUploads, deleteOldQuotas, deleteOrphanedChunks } from './uploads/cleanup.jobs.server.ts';
import { ingestion } from './uploads/ingestion-queue.server.ts';

export const mediaFeature: Feature = {
  personalData: UPLOAD_DATA,
  queues: [ingestion, renditions],
  cleanup: {
    uploads: ({ db }) => deleteAbandonedUploads(db),
    'orphaned chunks': ({ db, storage }) => deleteOrphanedChunks(db, storage),
    'upload quotas': ({ db, at }) => deleteOldQuotas(db, at),
    pictures: ({ db, storage }) => deleteUnusedPictures(db, storage),
  },
  schemas: {
    Picture: picture,
    Upload: upload,
  },
};
