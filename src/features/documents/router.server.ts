import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import {
  type CommandContext,
  type RouteHandler,
  type CallContext,
  FileResponse,
  requireActor,
  createHandler,
} from '../../platform/http/route-handlers.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { getAccessibleLocation } from '../locations/working-copy/access.queries.server.ts';
import { deleteDocument } from './commands.server.ts';
import * as calls from './contract.ts';
import { documentKey } from './files.server.ts';
import { documentOf, listDocuments } from './queries.server.ts';
import { fileNameOf } from './schema.ts';
import { FILE_UNREADABLE } from './messages.ts';

interface Deps {
  readonly db: Db;
  readonly storage: Pick<Storage, 'open'>;
  readonly now: () => Date;
}

/** Answers every call about documents but the one that brings a file; see arriving.server.ts. */
export function documentHandlers({ db, storage, now }: Deps): RouteHandler[] {
  const actBy = (call: CallContext): CommandContext => ({ actor: requireActor(call), at: now() });
  return [
    createHandler(calls.locationDocuments, async ({ id }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      return listDocuments(db, id);
    }),
    createHandler(calls.documentFile, async ({ id, documentId }, call) => {
      await getAccessibleLocation(db, requireActor(call), id);
      const document = await documentOf(db, { locationId: id, id: documentId });
      const stored = await storage.open(documentKey(documentId));
      if (!stored) {
        call.log.error({ document: documentId }, 'the file of a document is not in the storage');
        throw new ApiError('UNAVAILABLE', FILE_UNREADABLE);
      }
      return new FileResponse(fileNameOf(document), stored.stream);
    }),
    createHandler(calls.deleteDocument, async ({ id, documentId }, call) => {
      await db.transaction().execute((trx) => deleteDocument(trx, actBy(call), { locationId: id, id: documentId }));
      return { message: 'Document removed successfully' };
    }),
  ];
}
