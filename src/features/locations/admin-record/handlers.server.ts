import { inSnapshot } from '../catalogue/published/queries.server.ts';
import { locationRecordById } from './contract.ts';
import { getLocationRecord } from './queries.server.ts';
import { type Handler, query } from '../../../platform/http/handlers.ts';

/** Handlers of the record of a location. */
export const recordHandlers: readonly Handler[] = [
  query(locationRecordById, (db, caller, { id }, { listDocuments }) =>
    inSnapshot(db, (snapshot) => getLocationRecord(snapshot, caller, id, listDocuments)),
  ),
];
