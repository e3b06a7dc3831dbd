import type { Feature } from '../../platform/feature/feature.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { command, query } from '../../platform/http/handlers.ts';
import { FileResponse } from '../../platform/http/route-handlers.ts';
import { getAccessibleLocation } from '../locations/working-copy/access.queries.server.ts';
import { deleteDocument } from './commands.server.ts';
import { getDocumentKey } from './files.server.ts';
import { deleteOrphanedDocuments } from './jobs.server.ts';
import { DOCUMENT_DELETED, FILE_UNREADABLE } from './messages.ts';
import { DOCUMENT_DATA } from './personal-data.queries.server.ts';
import { getDocument, listDocuments } from './queries.server.ts';
import { locationDocument, toFileName } from './schema.ts';
import { documentUpload } from './upload-handler.server.ts';
import * as routes from './contract.ts';

/** Word documents of locations. */
export const documentFeature: Feature = {
  tag: 'files',
  handlers: [
    documentUpload,
    query(routes.locationDocuments, async (db, caller, { id }) => {
      await getAccessibleLocation(db, caller, id);
      return listDocuments(db, id);
    }),
    query(routes.documentFile, async (db, caller, { id, documentId }, { storage, log }) => {
      await getAccessibleLocation(db, caller, id);
      const document = await getDocument(db, { locationId: id, id: documentId });
      const stored = await storage.open(getDocumentKey(documentId));
      if (!stored) {
        log.error({ document: documentId }, 'the file of a document is not in the storage');
        throw new ApiError('UNAVAILABLE', FILE_UNREADABLE);
      }
      return new FileResponse(toFileName(document), stored.stream);
    }),
    command(
      routes.deleteDocument,
      (context, { id, documentId }) => deleteDocument(context, { locationId: id, id: documentId }),
      DOCUMENT_DELETED,
    ),
  ],
  personalData: [DOCUMENT_DATA],
  cleanup: { 'orphaned documents': ({ db, storage }) => deleteOrphanedDocuments(db, storage) },
  schemas: {
    Document: locationDocument,
  },
};
