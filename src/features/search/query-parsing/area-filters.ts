import type { Position } from '../../geography/schema.ts';
import type { Area } from '../vocabulary/schema.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { toSearchedPlace } from './area-bounds.ts';
import type { SearchedPlace } from './searched-place.ts';

/** A place of the vocabulary by its name, or a position. Without kilometres the area of the place is meant. */
export type PlaceFilter =
  | { readonly name: string; readonly within?: number | undefined }
  | { readonly position: Position; readonly within: number };

/** Where the locations of a search must be. */
interface AreaFilters {
  /** A location must be in each of these. */
  readonly areas: readonly Area[];
  /** The place of the filter; null if there is none or it is unknown. */
  readonly place: SearchedPlace | null;
}

const NOWHERE: Area = { councils: [], circles: [], outlines: [] };

/** Resolves the place and the drawn area of a query. An unknown place is an area without locations. */
export function resolveAreas(
  { place, outline }: { place?: PlaceFilter | undefined; outline?: readonly Position[] | undefined },
  vocabulary: Vocabulary,
): AreaFilters {
  const areas = outline ? [toDrawnArea(outline)] : [];
  if (!place) return { areas, place: null };
  const found = findFilteredPlace(place, vocabulary);
  return found ? { areas: [...areas, found.area], place: found.place } : { areas: [...areas, NOWHERE], place: null };
}

function findFilteredPlace(
  filter: PlaceFilter,
  vocabulary: Vocabulary,
): { area: Area; place: SearchedPlace } | undefined {
  if ('position' in filter) {
    const area = toCircle(filter.position, filter.within);
    return { area, place: toSearchedPlace(null, filter.position, area, filter.within) };
  }
  const known = vocabulary.getPlace(filter.name);
  if (!known) return undefined;
  const area = filter.within === undefined ? known.area : toCircle(known, filter.within);
  return { area, place: toSearchedPlace(known.name, known, area, known.reach) };
}

function toDrawnArea(outline: readonly Position[]): Area {
  return { ...NOWHERE, outlines: [outline.map(({ latitude, longitude }) => [latitude, longitude])] };
}

/** Matches locations within a distance of a position, in kilometres. */
export function toCircle({ latitude, longitude }: Position, kilometres: number): Area {
  return { ...NOWHERE, circles: [[latitude, longitude, kilometres]] };
}
