import type { Feature } from '../../platform/feature/feature.ts';
import { importQueue } from './browser/import-queue.server.ts';
import { deleteOldImports } from './browser/jobs.server.ts';
import { importDetails, importSummary } from './browser/schema.ts';

export const importFeature: Feature = {
  queues: [importQueue],
  cleanup: { imports: ({ db }) => deleteOldImports(db) },
  schemas: {
    Import: importDetails,
    ImportSummary: importSummary,
  },
};
