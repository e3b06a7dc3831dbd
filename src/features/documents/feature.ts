import type { Feature } from '../../platform/feature/feature.ts';
import { deleteOrphanedDocuments } from './jobs.server.ts';
import { DOCUMENT_DATA } from './personal-data.queries.server.ts';
import { locationDocument } from './schema.ts';

export const documentFeature: Feature = {
  personalData: [DOCUMENT_DATA],
  cleanup: { 'orphaned documents': ({ db, storage }) => deleteOrphanedDocuments(db, storage) },
  schemas: {
    Document: locationDocument,
  },
};
