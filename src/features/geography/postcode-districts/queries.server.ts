import { once } from '../../../platform/runtime/compute-once.ts';
import { readRegionJson } from '../region/queries.server.ts';
import type { Position } from '../schema.ts';

type DistrictRow = [district: string, latitude: number, longitude: number];

const getDistricts = once((): ReadonlyMap<string, Position> => {
  const rows = readRegionJson('postcode-districts.json') as DistrictRow[];
  return new Map(rows.map(([district, latitude, longitude]) => [district, { latitude, longitude }]));
});

/** Returns the centre of the district of a normalised postcode (upper case, one space); null outside the region. */
export function findPostcodeDistrict(postcode: string): Position | null {
  const [district = ''] = postcode.split(' ');
  return getDistricts().get(district) ?? null;
}
