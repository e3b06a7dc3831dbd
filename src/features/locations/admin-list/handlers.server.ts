import { type Handler, csvExport, query } from '../../../platform/http/handlers.ts';
import { exportLocations, searchLocations } from './contract.ts';
import { getLocationHeadings, readLocationsForExport } from './csv-export.queries.server.ts';
import { getLocationList } from './queries.server.ts';

/** Handlers of the list of all locations. */
export const listingHandlers: readonly Handler[] = [
  query(searchLocations, getLocationList),
  csvExport(exportLocations, 'locations.csv', getLocationHeadings, (db, caller, params, { siteUrl }) =>
    readLocationsForExport(db, caller, { ...params, siteUrl }),
  ),
];
