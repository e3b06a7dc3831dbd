import { escapeXml } from '../../../../platform/text/escape-xml.ts';
import { FileResponse } from '../../../../platform/http/route-handlers.ts';
import { type Cell, toCsv } from '../../../../platform/text/csv.ts';
import { getDisplayTitle } from '../display-title.ts';
import type { ExportFormat } from './schema.ts';

/** A location in a file: its cells, in the order of the headings, and its position in degrees, which only a CSV file needs cells for. */
export interface ExportedLocation {
  readonly cells: readonly Cell[];
  readonly latitude: number | null;
  readonly longitude: number | null;
}

interface LocationFile {
  /** The name in the file, and that of the file without its ending. */
  readonly name: string;
  readonly fileName: string;
  /** The first is that of the id. Map formats take the title from 'Title' and a link from 'Public page'. */
  readonly headings: readonly string[];
  readonly batches: AsyncIterable<readonly ExportedLocation[]>;
}

/** Returns locations as a file in a format. */
export function toLocationFile(format: ExportFormat, file: LocationFile): FileResponse {
  return new FileResponse(`${file.fileName}.${format}`, WRITERS[format](file));
}

const WRITERS: Readonly<Record<ExportFormat, (file: LocationFile) => AsyncIterable<string>>> = {
  csv: ({ headings, batches }) => toCsv(headings, toRows(batches)),
  geojson: toGeoJson,
  kml: toKml,
  gpx: toGpx,
};

async function* toRows(batches: LocationFile['batches']): AsyncGenerator<(readonly Cell[])[], void, void> {
  for await (const batch of batches) yield batch.map(({ cells }) => cells);
}

interface MappedLocation {
  readonly id: string;
  readonly title: string;
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  readonly url: string | undefined;
  /** Headings and texts of the cells that are not empty. */
  readonly filled: readonly (readonly [heading: string, value: string])[];
}

async function* readMapped({ headings, batches }: LocationFile): AsyncGenerator<MappedLocation, void, void> {
  for await (const batch of batches) {
    for (const { cells, latitude, longitude } of batch) {
      const filled = headings.flatMap((heading, index): [string, string][] => {
        const cell = cells[index];
        return cell === null || cell === undefined || cell === '' ? [] : [[heading, String(cell)]];
      });
      const values = new Map(filled);
      yield {
        id: String(cells[0]),
        title: getDisplayTitle(values.get('Title') ?? ''),
        position: latitude === null || longitude === null ? null : { latitude, longitude },
        url: values.get('Public page'),
        filled,
      };
    }
  }
}

/** GeoJSON (RFC 7946). Features without a position have no geometry; empty properties are left out. */
async function* toGeoJson(file: LocationFile): AsyncGenerator<string, void, void> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = '\n';
  for await (const { id, position, filled } of readMapped(file)) {
    const geometry = position && { type: 'Point', coordinates: [position.longitude, position.latitude] };
    yield separator + JSON.stringify({ type: 'Feature', id, geometry, properties: Object.fromEntries(filled) });
    separator = ',\n';
  }
  yield '\n]}\n';
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** KML 2.2, which prescribes the order of elements. Places without a position have no point. */
async function* toKml(file: LocationFile): AsyncGenerator<string, void, void> {
  yield `${XML}<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n<name>${escapeXml(file.name)}</name>\n`;
  for await (const { id, title, position, filled } of readMapped(file)) {
    const data = filled.map(
      ([name, value]) => `<Data name="${escapeXml(name)}"><value>${escapeXml(value)}</value></Data>`,
    );
    const point = position
      ? `<Point><coordinates>${position.longitude},${position.latitude}</coordinates></Point>`
      : '';
    yield (
      `<Placemark id="location-${id}"><name>${escapeXml(title)}</name>` +
        `<ExtendedData>${data.join('')}</ExtendedData>${point}</Placemark>\n`
    );
  }
  yield '</Document>\n</kml>\n';
}

/**
 * GPX 1.1, whose schema prescribes the order of elements (http://www.topografix.com/GPX/1/1/gpx.xsd). It has no waypoint without a
 * position. Names begin with their number, since devices drop waypoints of equal names.
 */
async function* toGpx(file: LocationFile): AsyncGenerator<string, void, void> {
  yield `${XML}<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Recce">\n`;
  yield `<metadata><name>${escapeXml(file.name)}</name></metadata>\n`;
  let number = 0;
  for await (const { title, position, url, filled } of readMapped(file)) {
    number += 1;
    if (!position) continue;
    const text = filled.flatMap(([name, value]) => (name === 'Id' || name === 'Title' ? [] : `${name}: ${value}`));
    yield (
      `<wpt lat="${position.latitude}" lon="${position.longitude}"><name>${number} ${escapeXml(title)}</name>` +
        `<desc>${escapeXml(text.join('\n'))}</desc>${url ? `<link href="${escapeXml(url)}"/>` : ''}</wpt>\n`
    );
  }
  yield '</gpx>\n';
}
