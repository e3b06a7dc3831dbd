import { readFileSync } from 'node:fs';
import type { Position } from '../../locations/schema.ts';

type DistrictRow = [district: string, latitude: number, longitude: number];

let loaded: ReadonlyMap<string, Position> | undefined;

function districts(): ReadonlyMap<string, Position> {
  return (loaded ??= read(new URL('districts.json', import.meta.url)));
}

function read(file: URL): ReadonlyMap<string, Position> {
  const rows = JSON.parse(readFileSync(file, 'utf8')) as DistrictRow[];
  return new Map(rows.map(([district, latitude, longitude]) => [district, { latitude, longitude }]));
}

/**
 * Returns the position of a postcode's district, within some kilometres; null outside of Scotland.
 * @param postcode in upper case with one space, as the schema of locations formats it
 */
export function postcodeDistrict(postcode: string): Position | null {
  const [district = ''] = postcode.split(' ');
  return districts().get(district) ?? null;
}
