import { getBoxAround, getKilometresBetween, isInside } from '../../../geography/measure.ts';
import type { BoundingBox } from '../../../geography/schema.ts';
import { getOutlineBounds } from '../../query-parsing/area-bounds.ts';
import type { Area } from '../../vocabulary/schema.ts';
import { collectBits, createBitSet, setBit } from '../collections/bit-set.ts';
import { Memo } from '../collections/memo.ts';
import { contains } from '../index/spatial-grid.ts';
import type { Segment } from '../index/segment.ts';
import { LOSS_AT_EDGE, MAX_IMPACT } from '../../text/relevance.ts';
import { toOptionTerm } from '../../text/traits.ts';

/** The locations of a segment in an area, ascending, and their impacts. */
export interface AreaPostings {
  readonly locations: Uint32Array;
  readonly impacts: Uint8Array;
}

/** Locations cached for each segment, in all areas together: 5 bytes each. */
const MAX_CACHED_LOCATIONS = 2 ** 22;
/** What an area takes besides its locations, in locations. */
const AREA_SIZE = 256;

/** Deletes do not change a segment, so that its cache is good as long as the segment exists. */
const caches = new WeakMap<Segment, Memo<AreaPostings>>();

/** @param nearestFirst whether the impacts fall with the distance from the centre of a circle */
export function findAreaPostings(segment: Segment, area: Area, nearestFirst: boolean): AreaPostings {
  let cache = caches.get(segment);
  if (!cache) caches.set(segment, (cache = new Memo(MAX_CACHED_LOCATIONS, getSize)));
  const loss = nearestFirst ? LOSS_AT_EDGE : 0;
  return cache.get(`${loss}${JSON.stringify(area)}`, () => new AreaSearch(segment, loss).find(area));
}

function getSize({ locations }: AreaPostings): number {
  return AREA_SIZE + locations.length;
}

class AreaSearch {
  readonly #segment: Segment;
  readonly #impacts: Uint8Array;
  /** Part of the impact that is lost at the edge of a circle. */
  readonly #loss: number;

  constructor(segment: Segment, loss: number) {
    this.#segment = segment;
    this.#loss = loss;
    this.#impacts = new Uint8Array(segment.size);
  }

  find({ councils, circles, outlines }: Area): AreaPostings {
    for (const council of councils) this.#addCouncil(council);
    for (const outline of outlines) {
      this.#addWithin(getOutlineBounds(outline), (position) => (isInside(position, outline) ? MAX_IMPACT : 0));
    }
    for (const [latitude, longitude, kilometres] of circles) {
      const centre = { latitude, longitude };
      this.#addWithin(getBoxAround(centre, kilometres), (position) => {
        const distance = getKilometresBetween(centre, position);
        return distance > kilometres ? 0 : Math.round(MAX_IMPACT * (1 - (this.#loss * distance) / kilometres));
      });
    }
    const locations = Uint32Array.from(listNonZero(this.#impacts));
    return { locations, impacts: Uint8Array.from(locations, (location) => this.#impacts[location]!) };
  }

  #addCouncil(name: string): void {
    const { terms, postingStarts, postingLocations } = this.#segment.columns;
    const term = terms.indexOf(toOptionTerm('localauthority', name));
    if (term < 0) return;
    for (let at = postingStarts[term]!; at < postingStarts[term + 1]!; at++)
      this.#impacts[postingLocations[at]!] = MAX_IMPACT;
  }

  #addWithin(box: BoundingBox, getImpact: (position: { latitude: number; longitude: number }) => number): void {
    const { latitudes, longitudes } = this.#segment.columns;
    for (const location of this.#listWithin(box)) {
      const impact = getImpact({ latitude: latitudes[location]!, longitude: longitudes[location]! });
      if (impact > this.#impacts[location]!) this.#impacts[location] = impact;
    }
  }

  #listWithin(box: BoundingBox): Uint32Array {
    const { columns, large, size } = this.#segment;
    const set = createBitSet(size);
    if (large?.grid) large.grid.addWithin(box, set);
    else {
      for (let i = 0; i < size; i++) if (contains(box, columns.latitudes[i]!, columns.longitudes[i]!)) setBit(set, i);
    }
    const locations = new Uint32Array(size);
    return locations.subarray(0, collectBits(set, locations));
  }
}

function* listNonZero(values: Uint8Array): Generator<number, void, void> {
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) yield i;
}
