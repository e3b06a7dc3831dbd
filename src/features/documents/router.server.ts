import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import {
  type RouteHandler,
  FileResponse,
  createHandler,
  toCommandContext,
} from '../../platform/http/route-handlers.ts';
import { requireActor } from '../../platform/http/route-permission.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { getAccessibleLocation } from '../locations/working-copy/access.queries.server.ts';
import { deleteDocument } from './commands.server.ts';
import * as routes from './contract.ts';
import { getDocumentKey } from './files.server.ts';
import { getDocument, listDocuments } from './queries.server.ts';
import { toFileName } from './schema.ts';
import { DOCUMENT_DELETED, FILE_UNREADABLE } from './messages.ts';

interface Deps {
  readonly db: Db;
  readonly storage: Pick<Storage, 'open'>;
  readonly now: () => Date;
}

/** Creates the handlers of the routes of documents, except the upload. */
export function documentHandlers({ db, storage, now }: Deps): RouteHandler[] {
  return [
    createHandler(routes.locationDocuments, async ({ id }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      return listDocuments(db, id);
    }),
    createHandler(routes.documentFile, async ({ id, documentId }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      const document = await getDocument(db, { locationId: id, id: documentId });
      const stored = await storage.open(getDocumentKey(documentId));
      if (!stored) {
        call.log.error({ document: documentId }, 'the file of a document is not in the storage');
        throw new ApiError('UNAVAILABLE', FILE_UNREADABLE);
      }
      return new FileResponse(toFileName(document), stored.stream);
    }),
    createHandler(routes.deleteDocument, async ({ id, documentId }, call) => {
      const document = { locationId: id, id: documentId };
      await db.transaction().execute((trx) => deleteDocument(trx, toCommandContext(call, now), document));
      return { message: DOCUMENT_DELETED };
    }),
  ];
}
