import { readFileSync } from 'node:fs';
import type { Position } from '../schema.ts';

type DistrictRow = [district: string, latitude: number, longitude: number];

let loaded: ReadonlyMap<string, Position> | undefined;

function getDistricts(): ReadonlyMap<string, Position> {
  return (loaded ??= readDistricts(new URL('districts.json', import.meta.url)));
}

function readDistricts(file: URL): ReadonlyMap<string, Position> {
  const rows = JSON.parse(readFileSync(file, 'utf8')) as DistrictRow[];
  return new Map(rows.map(([district, latitude, longitude]) => [district, { latitude, longitude }]));
}

/**
 * Returns the position of a postcode's district, exact to some kilometres; null for one outside Scotland.
 * @param postcode normalised: upper case with one space
 */
export function postcodeDistrict(postcode: string): Position | null {
  const [district = ''] = postcode.split(' ');
  return getDistricts().get(district) ?? null;
}
