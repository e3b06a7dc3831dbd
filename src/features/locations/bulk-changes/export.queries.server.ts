import { type Cell, toCsv } from '../../../platform/text/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { FileResponse } from '../../../platform/http/route-handlers.ts';
import { getLocationHeadings, readExportedLocations } from '../admin-list/csv-export.queries.server.ts';
import type { ListParams } from '../admin-list/schema.ts';
import { getDisplayTitle } from '../catalogue/display-title.ts';
import type { Caller } from '../working-copy/policy.ts';
import type { ExportFormat, Selection } from './schema.ts';
import { toSelectionFilter } from './selection.queries.server.ts';

type Batches = ReturnType<typeof readExportedLocations>;

/** The selected locations as a file, in the order of the list, with the fields of its CSV file. Positions are the exact ones. */
export function exportLocations(
  db: Db,
  caller: Caller,
  {
    selection,
    sort,
    format,
    siteUrl,
  }: { selection: Selection; sort: ListParams['sort']; format: ExportFormat; siteUrl: string },
): FileResponse {
  const toFilter = (snapshot: Db) => toSelectionFilter(snapshot, caller, selection);
  const batches = readExportedLocations(db, { sort, toFilter, siteUrl });
  return new FileResponse(`locations.${format}`, FORMATS[format](getLocationHeadings(), batches));
}

const FORMATS: Readonly<
  Record<ExportFormat, (headings: readonly string[], batches: Batches) => AsyncIterable<string>>
> = {
  csv: (headings, batches) => toCsv(headings, toRows(batches)),
  geojson: toGeoJson,
  kml: toKml,
};

async function* toRows(batches: Batches): AsyncGenerator<Cell[][], void, void> {
  for await (const batch of batches) yield batch.map(({ cells }) => cells);
}

/** GeoJSON (RFC 7946). Features without a position have no geometry; empty properties are left out. */
async function* toGeoJson(headings: readonly string[], batches: Batches): AsyncGenerator<string, void, void> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for await (const batch of batches) {
    for (const { cells, latitude, longitude } of batch) {
      const hasPosition = latitude !== null && longitude !== null;
      const feature = {
        type: 'Feature',
        id: cells[0],
        geometry: hasPosition ? { type: 'Point', coordinates: [longitude, latitude] } : null,
        properties: Object.fromEntries(listFilled(headings, cells)),
      };
      yield separator + JSON.stringify(feature);
      separator = ',\n';
    }
  }
  yield '\n]}\n';
}

/** KML 2.2. Places without a position have no point. */
async function* toKml(headings: readonly string[], batches: Batches): AsyncGenerator<string, void, void> {
  const title = headings.indexOf('Title');
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n<name>Locations</name>\n';
  for await (const batch of batches) {
    for (const { cells, latitude, longitude } of batch) {
      const data = listFilled(headings, cells).map(
        ([name, value]) => `<Data name="${escapeXml(name)}"><value>${escapeXml(String(value))}</value></Data>`,
      );
      const point =
        latitude === null || longitude === null
          ? ''
          : `<Point><coordinates>${longitude},${latitude}</coordinates></Point>`;
      // The format prescribes the order of the elements.
      yield (
        `<Placemark id="location-${String(cells[0])}"><name>${escapeXml(getDisplayTitle(String(cells[title] ?? '')))}</name>` +
          `<ExtendedData>${data.join('')}</ExtendedData>${point}</Placemark>\n`
      );
    }
  }
  yield '</Document>\n</kml>\n';
}

function listFilled(headings: readonly string[], cells: readonly Cell[]): [string, Cell][] {
  return headings.flatMap((heading, index): [string, Cell][] => {
    const cell = cells[index];
    return cell === null || cell === undefined || cell === '' ? [] : [[heading, cell]];
  });
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 cannot contain, escaped or not. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
