import type { Kysely } from 'kysely';
import { toCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { type Binding, FileAnswer, bind } from '../../../platform/http/server.ts';
import { exportLocations, searchLocations } from './contract.ts';
import { LOCATION_HEADINGS, locationsForExport } from './export.queries.server.ts';
import { locationList } from './queries.server.ts';

/** What answers the calls about the list of all locations. */
export function listingBindings(db: Kysely<Database>): readonly Binding[] {
  return [
    bind(searchLocations, (asked) => locationList(db, asked)),
    bind(
      exportLocations,
      (asked) => new FileAnswer('locations.csv', toCsv(LOCATION_HEADINGS, locationsForExport(db, asked))),
    ),
  ];
}
