import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { type RouteHandler, createHandler } from '../../../platform/http/route-handlers.ts';
import { inSnapshot } from '../queries.server.ts';
import { locationRecordById } from './contract.ts';
import { getLocationRecord } from './queries.server.ts';

/** Answers what the Locations Team asks of one location. */
export function recordHandlers(db: Kysely<Database>): RouteHandler[] {
  return [createHandler(locationRecordById, ({ id }) => inSnapshot(db, (snapshot) => getLocationRecord(snapshot, id)))];
}
