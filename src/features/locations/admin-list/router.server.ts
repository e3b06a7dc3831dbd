import { toCsv } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { type RouteHandler, FileResponse, createHandler } from '../../../platform/http/route-handlers.ts';
import { requireActor } from '../../../platform/http/route-permission.ts';
import { exportLocations, searchLocations } from './contract.ts';
import { getLocationHeadings, readLocationsForExport } from './csv-export.queries.server.ts';
import { getLocationList } from './queries.server.ts';

/** Route handlers for the list of all locations. */
export function listingHandlers({ db, siteUrl }: { db: Db; siteUrl: string }): readonly RouteHandler[] {
  return [
    createHandler(searchLocations, (params, call) => getLocationList(db, requireActor(call), params)),
    createHandler(
      exportLocations,
      (params, call) =>
        new FileResponse(
          'locations.csv',
          toCsv(getLocationHeadings(), readLocationsForExport(db, requireActor(call), { ...params, siteUrl })),
        ),
    ),
  ];
}
