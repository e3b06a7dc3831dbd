import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import type { ListDocuments } from '../working-copy/list-documents.ts';
import { inSnapshot } from '../catalogue/published/queries.server.ts';
import { locationRecordById } from './contract.ts';
import { getLocationRecord } from './queries.server.ts';

interface Deps {
  readonly db: Db;
  readonly listDocuments: ListDocuments;
}

/** Route handler for the record of a location. */
export function recordHandlers({ db, listDocuments }: Deps): RouteHandler[] {
  return [
    createHandler(locationRecordById, ({ id }, call) =>
      inSnapshot(db, (snapshot) => getLocationRecord(snapshot, requireActor(call), id, listDocuments)),
    ),
  ];
}
