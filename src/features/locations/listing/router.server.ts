import type { Kysely } from 'kysely';
import { type Cell, toCsv } from '../../../platform/csv.ts';
import type { Database } from '../../../platform/db/tables.ts';
import { type Binding, FileAnswer, bind } from '../../../platform/http/server.ts';
import { exportLocations, searchLocations } from './contract.ts';
import { everyListedLocation, locationList } from './queries.server.ts';
import { CONTENT_STATUS_LABELS, LOCATION_STATUS_LABELS, type ListAsked, type ListedLocation } from './schema.ts';

/** What answers the calls about the list of all locations. */
export function listingBindings(db: Kysely<Database>): readonly Binding[] {
  return [
    bind(searchLocations, (asked) => locationList(db, asked)),
    bind(exportLocations, (asked) => new FileAnswer('locations.csv', toCsv(HEADINGS, lines(db, asked)))),
  ];
}

const HEADINGS = [
  ...['Id', 'Legacy Location Id', 'Title', 'Nearest town', 'Local authority', 'Status', 'Location Status'],
  ...['Last Modification Date', 'Export to Website', 'Has Images'],
];

async function* lines(db: Kysely<Database>, asked: ListAsked): AsyncGenerator<Cell[][], void, void> {
  for await (const locations of everyListedLocation(db, asked)) yield locations.map(toLine);
}

function toLine(location: ListedLocation): Cell[] {
  const {
    id,
    locationidentifier,
    title,
    nearesttown,
    localauthority,
    lastmodificationdate,
    exporttowebsite,
    hasimages,
  } = location;
  return [
    ...[id, locationidentifier, title, nearesttown, localauthority],
    ...[CONTENT_STATUS_LABELS[location.status], LOCATION_STATUS_LABELS[location.location_status]],
    ...[lastmodificationdate, exporttowebsite, hasimages],
  ];
}
