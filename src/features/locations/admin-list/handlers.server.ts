import { type Handler, query } from '../../../platform/http/handlers.ts';
import { FileResponse } from '../../../platform/http/route-handlers.ts';
import { toCsv } from '../../../platform/text/csv.ts';
import { exportLocations, searchLocations } from './contract.ts';
import { getLocationHeadings, readLocationsForExport } from './csv-export.queries.server.ts';
import { getLocationList } from './queries.server.ts';

/** Handlers of the list of all locations. */
export const listingHandlers: readonly Handler[] = [
  query(searchLocations, getLocationList),
  // Not csvExport(): the headings depend on the region, which is loaded after this module.
  query(exportLocations, (db, caller, params, { siteUrl }) => {
    const rows = readLocationsForExport(db, caller, { ...params, siteUrl });
    return new FileResponse('locations.csv', toCsv(getLocationHeadings(), rows));
  }),
];
