import type { Position } from '../../src/features/geography/schema.ts';

/** One row of the table of Scottish places that the demo catalogue is derived from; empty text is unknown. */
export interface SourceRow {
  source: Source;
  source_id: string;
  title: string;
  category: string;
  subcategory: string;
  lat: string;
  lon: string;
  address_1: string;
  address_2: string;
  locality: string;
  postcode: string;
  council_area: string;
  year: string;
  century: string;
  ownership_type: string;
  condition: string;
  description: string;
  url: string;
  licence: string;
}

/** Whom each row must credit. The order is that of trust: where two sources know one place, the earlier leads. */
export const ATTRIBUTIONS = {
  'castlemap-wikidata': 'Wikidata, CC0 1.0',
  dobih: 'Database of British and Irish Hills, www.hills-database.co.uk, CC BY',
  'uk-railway-stations': 'Contains data from davwheat/uk-railway-stations and Trainline EU stations, ODbL',
  'osm-lighthouses': '© OpenStreetMap contributors, ODbL 1.0',
  'mapping-museums': 'Data downloaded from the Mapping Museums website at www.mappingmuseums.org, CC BY 4.0',
  geonames: 'GeoNames (www.geonames.org), CC BY 3.0',
} as const;
export type Source = keyof typeof ATTRIBUTIONS;

/** Where a geocoder puts what it cannot find: the middle of the United Kingdom. */
const FALLBACK = { latitude: 55.37805, longitude: -3.43597 };

/** The row's position to about a metre, or null where the source has only a stand-in. */
export function positionOf(row: SourceRow): Position | null {
  const round = (degrees: string) => Math.round(Number(degrees) * 1e5) / 1e5;
  const position = { latitude: round(row.lat), longitude: round(row.lon) };
  const isFallback = position.latitude === FALLBACK.latitude && position.longitude === FALLBACK.longitude;
  return isFallback ? null : position;
}

/** Words that stay small inside an English title. */
const SMALL_WORDS = /(?<=\s)(?:Of|And|The|In|On|For|At|By|To|A|Nan|Na)(?=\s)/g;

/** The title as a reader expects it: the source's capitals, brackets and bare lighthouse names put right. */
export function titleOf({ title, source, category }: SourceRow): string {
  const plain = title
    .replace(/ \[.*?\]/, '')
    .replace(/^Saint (?=[A-Z])/, 'St ')
    .replace(/-On-/, '-on-');
  if (source === 'mapping-museums') {
    const spelt = plain.replace(SMALL_WORDS, (word) => word.toLowerCase());
    return spelt.replace(/\bMc([a-z])/g, (_, letter: string) => `Mc${letter.toUpperCase()}`);
  }
  if (category !== 'Lighthouse' || /beacon/i.test(plain)) return plain;
  return `${plain.replace(/\s*lighthouse\s*/i, '')} Lighthouse`;
}

/** The other name that some hills carry in brackets. */
export function otherNameOf({ title }: SourceRow): string | undefined {
  return /\[(.*?)\]/.exec(title)?.[1];
}
