import { getBoxAround, getKilometresBetween, isInside } from '../../../geography/measure.ts';
import type { BoundingBox } from '../../../geography/schema.ts';
import { getOutlineBounds } from '../../query-parsing/area-bounds.ts';
import { LOSS_AT_EDGE, MAX_IMPACT } from '../../text/relevance.ts';
import { toOptionTerm } from '../../text/non-word-terms.ts';
import type { Area } from '../../vocabulary/schema.ts';
import { Memo } from '../collections/memo.ts';
import type { LocationColumns, LocationIndex } from '../index/location-index.ts';

/** The locations of an index in an area, ascending, and their impacts. */
export interface AreaPostings {
  readonly locations: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Locations cached for each index, in all areas together: 5 bytes each. */
const MAX_CACHED_LOCATIONS = 2 ** 22;
/** The size of a cached area besides its locations, in locations. */
const AREA_SIZE = 256;

/** Deletes do not change an index, so that its cache is good as long as the index exists. */
const caches = new WeakMap<LocationIndex, Memo<AreaPostings>>();

/** @param nearestFirst whether the impacts fall with the distance from the centre of a circle */
export function findAreaPostings(index: LocationIndex, area: Area, nearestFirst: boolean): AreaPostings {
  let cache = caches.get(index);
  if (!cache) caches.set(index, (cache = new Memo(MAX_CACHED_LOCATIONS, getSize)));
  const loss = nearestFirst ? LOSS_AT_EDGE : 0;
  return cache.get(`${loss}${JSON.stringify(area)}`, () => searchArea(index, area, loss));
}

function getSize({ locations }: AreaPostings): number {
  return AREA_SIZE + locations.length;
}

/** @param loss the part of the impact that is lost at the edge of a circle */
function searchArea(index: LocationIndex, { councils, circles, outlines }: Area, loss: number): AreaPostings {
  const { latitudes, longitudes } = index.columns;
  const impacts = new Uint8Array(index.size);
  const addWithin = (box: BoundingBox, getImpact: (position: { latitude: number; longitude: number }) => number) => {
    const isWithin = createAreaTest(box, index.columns);
    for (let i = 0; i < index.size; i++) {
      if (!isWithin(i)) continue;
      const impact = getImpact({ latitude: latitudes[i]!, longitude: longitudes[i]! });
      if (impact > impacts[i]!) impacts[i] = impact;
    }
  };
  for (const council of councils) {
    for (const location of index.terms.getLocations(toOptionTerm('localauthority', council)))
      impacts[location] = MAX_IMPACT;
  }
  for (const outline of outlines)
    addWithin(getOutlineBounds(outline), (position) => (isInside(position, outline) ? MAX_IMPACT : 0));
  for (const [latitude, longitude, kilometres] of circles) {
    const centre = { latitude, longitude };
    addWithin(getBoxAround(centre, kilometres), (position) => {
      const distance = getKilometresBetween(centre, position);
      return distance > kilometres ? 0 : Math.round(MAX_IMPACT * (1 - (loss * distance) / kilometres));
    });
  }
  const locations = Uint32Array.from(listNonZero(impacts));
  return { locations, impacts: Uint8Array.from(locations, (location) => impacts[location]!) };
}

/** A test whether a location lies in a box, edges included. */
export function createAreaTest(
  [west, south, east, north]: BoundingBox,
  { latitudes, longitudes }: LocationColumns,
): (location: number) => boolean {
  return (location) =>
    longitudes[location]! >= west &&
    longitudes[location]! <= east &&
    latitudes[location]! >= south &&
    latitudes[location]! <= north;
}

function* listNonZero(values: Uint8Array): Generator<number, void, void> {
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) yield i;
}
