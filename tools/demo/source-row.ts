import type { Position } from '../../src/features/geography/schema.ts';

/** A row of the source table of Scottish places; empty means unknown. */
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

/** The required attribution of each source, in order of preference: if two sources have the same place, the earlier wins. */
export const ATTRIBUTIONS = {
  'castlemap-wikidata': 'Wikidata, CC0 1.0',
  dobih: 'Database of British and Irish Hills, www.hills-database.co.uk, CC BY',
  'uk-railway-stations': 'Contains data from davwheat/uk-railway-stations and Trainline EU stations, ODbL',
  'osm-lighthouses': '© OpenStreetMap contributors, ODbL 1.0',
  'mapping-museums': 'Data downloaded from the Mapping Museums website at www.mappingmuseums.org, CC BY 4.0',
  geonames: 'GeoNames (www.geonames.org), CC BY 3.0',
} as const;
export type Source = keyof typeof ATTRIBUTIONS;

/** The position that a geocoder returned for unknown addresses: the centre of the United Kingdom. */
const FALLBACK = { latitude: 55.37805, longitude: -3.43597 };

/** Returns the position to about a metre; null if the source has only the fallback. */
export function getPosition(row: SourceRow): Position | null {
  const round = (degrees: string) => Math.round(Number(degrees) * 1e5) / 1e5;
  const position = { latitude: round(row.lat), longitude: round(row.lon) };
  const isFallback = position.latitude === FALLBACK.latitude && position.longitude === FALLBACK.longitude;
  return isFallback ? null : position;
}

/** Words in lower case inside an English title. */
const SMALL_WORDS = /(?<=\s)(?:Of|And|The|In|On|For|At|By|To|A|Nan|Na)(?=\s)/g;

/** Normalises a title: capitals, alternative names in brackets, lighthouse names. */
export function getTitle({ title, source, category }: SourceRow): string {
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

/** Returns the alternative name of a hill, in brackets in the source. */
export function getOtherName({ title }: SourceRow): string | undefined {
  return /\[(.*?)\]/.exec(title)?.[1];
}
