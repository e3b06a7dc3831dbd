import type { Feature } from '../../platform/feature/feature.ts';
import { deleteUnusedMapFiles } from './map-files/jobs.server.ts';

export const geographyFeature: Feature = {
  cleanup: { 'map files': ({ db, storage }) => deleteUnusedMapFiles(db, storage) },
};
