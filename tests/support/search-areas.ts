import fc from 'fast-check';
import { getKilometresBetween } from '../../src/features/geography/measure.ts';
import type { Position } from '../../src/features/geography/schema.ts';
import type { SearchDocument } from '../../src/features/locations/catalogue/schema.ts';
import type { PlaceFilter } from '../../src/features/search/query-parsing/area-filters.ts';
import { PLACES, isInArea } from './vocabulary.ts';

const degrees = fc.integer({ min: 0, max: 8 });
const position = fc.record({ latitude: degrees, longitude: degrees });
const within = fc.constantFrom(1, 90, 231, 500);

export const anyPlaceFilter: fc.Arbitrary<PlaceFilter> = fc.oneof(
  fc.record({
    name: fc.constantFrom('Newtonmore', 'the highlands', 'Isle of Lochan', 'Atlantis'),
    within: fc.option(within, { nil: undefined }),
  }),
  fc.record({ position, within }),
);

/** With corners at the positions of locations, and edges that may cross. */
export const anyOutline = fc.array(position, { minLength: 3, maxLength: 6 });

/** Whether a location passes the filter, by the definition. */
export function isAtPlace(one: SearchDocument, filter: PlaceFilter): boolean {
  if ('position' in filter) return isNear(one, filter.position, filter.within);
  const name = filter.name.replace(/^the /, '');
  const place = PLACES.find((known) => known.name.toLowerCase() === name.toLowerCase());
  if (!place) return false;
  return filter.within === undefined ? isInArea(one, place.area) : isNear(one, place, filter.within);
}

function isNear({ position: own }: SearchDocument, centre: Position, kilometres: number): boolean {
  return own !== null && getKilometresBetween(centre, own) <= kilometres;
}
